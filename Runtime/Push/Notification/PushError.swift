/// The reason why a notification, a token or a key cannot be used. It is thrown before anything is sent.
///
/// It never carries a key, a device token or a notification's text, so it can be logged.
public struct PushError: Error, Sendable, Hashable {
  /// The kind of a mistake. Later versions may add kinds; compare with the constants.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The kind's name.
    public let rawValue: String

    /// A kind by its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The kind's name.
    public var description: String { rawValue }
  }

  /// The kind of the mistake.
  public let code: Code

  /// The field it is in: a header (`apns-collapse-id`), a path in the payload (`aps.badge`) or a setting's part (`key
  /// id`).
  public let field: String

  /// The mistake and how to correct it, in words.
  public let message: String

  /// Describes a mistake.
  public init(_ code: Code, field: String, _ message: String) {
    self.code = code
    self.field = field
    self.message = message
  }
}

extension PushError.Code {
  /// A device token is not hexadecimal, or its length is not valid.
  public static let invalidDeviceToken = Self(rawValue: "invalidDeviceToken")
  /// A field that is needed is missing or empty.
  public static let missing = Self(rawValue: "missing")
  /// A field's value is outside what Apple accepts.
  public static let invalidValue = Self(rawValue: "invalidValue")
  /// A field or the payload is larger than Apple accepts.
  public static let tooLarge = Self(rawValue: "tooLarge")
  /// A custom key would replace one of Apple's own.
  public static let reservedKey = Self(rawValue: "reservedKey")
  /// A value cannot be written as JSON.
  public static let notEncodable = Self(rawValue: "notEncodable")
  /// The key, its id or the team's id cannot sign provider tokens.
  public static let invalidCredentials = Self(rawValue: "invalidCredentials")
}

extension PushError: CustomStringConvertible {
  /// The field and the message.
  public var description: String { "\(field): \(message)" }
}
