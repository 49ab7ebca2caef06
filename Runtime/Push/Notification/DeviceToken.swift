import Wire

/// Apple's name for one app on one device, to which a notification is addressed.
///
/// Apple documents no length, so any even number of digits up to 512 is accepted. Tokens in use have 64 to 160, and Apple
/// has announced at most 200 (WWDC 2015). The bound keeps other texts from an app's tables and from the request's path.
public struct DeviceToken: Sendable, Hashable {
  /// The token in lower-case hexadecimal, 2 to 512 digits.
  public let hex: String

  /// The service that knows it.
  public let environment: PushEnvironment

  /// Checks a token.
  ///
  /// - Parameters:
  ///   - hex: The token's bytes in hexadecimal, in either case.
  ///   - environment: The service that knows it.
  /// - Throws: ``PushError/Code/invalidDeviceToken`` for another character, an odd number of digits, none, or more than
  ///   512.
  public init(_ hex: String, environment: PushEnvironment) throws(PushError) {
    let length = hex.utf8.count
    guard (2...512).contains(length) else {
      throw PushError(
        .invalidDeviceToken, field: "device token",
        "It has \(length) digits; send the token's 2 to 512 as hexadecimal.")
    }
    guard length.isMultiple(of: 2) else {
      throw PushError(
        .invalidDeviceToken, field: "device token",
        "It has an odd number of digits (\(length)), so part of it is missing; send every byte as two.")
    }
    guard hex.utf8.allSatisfy(ASCII.isHexDigit) else {
      throw PushError(
        .invalidDeviceToken, field: "device token",
        "It has a character that is not a hexadecimal digit; send each byte of the token as two digits, nothing between."
      )
    }
    self.hex = hex.lowercased()
    self.environment = environment
  }
}

extension DeviceToken: CustomStringConvertible {
  /// The first eight digits and the environment: enough to tell tokens apart in a log, too little to send to.
  public var description: String { "\(hex.prefix(8))… (\(environment.rawValue))" }
}
