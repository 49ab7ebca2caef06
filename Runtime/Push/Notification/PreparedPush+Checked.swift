import Wire

extension PreparedPush {
  /// The fields that a notification may have beside the provider token.
  private static let fields: Set<String> = [
    "apns-topic", "apns-push-type", "apns-id", "apns-request-id", "apns-expiration", "apns-priority",
    "apns-collapse-id", "apns-channel-id",
  ]
  private static let devices = "/3/device/"
  private static let broadcasts = "/4/broadcasts/apps/"

  /// Checks the parts of a notification that another process has prepared. No part may turn into another part of the
  /// HTTP request, since the request carries the provider token.
  ///
  /// - Throws: ``PushError`` that names the part.
  package func checked() throws(PushError) -> PreparedPush {
    if path.hasPrefix(Self.broadcasts) {
      try Header.checkBundleID(String(path.dropFirst(Self.broadcasts.count)))
      guard device == nil else { throw PushError(.invalidValue, field: "device token", "A broadcast has none.") }
    } else {
      guard path.hasPrefix(Self.devices) else {
        throw PushError(.invalidValue, field: "path", "It is neither a device's nor a broadcast's.")
      }
      let token = try DeviceToken(String(path.dropFirst(Self.devices.count)), environment: environment)
      guard token.hex == device else {
        throw PushError(.invalidDeviceToken, field: "device token", "It is not the one in the path.")
      }
    }
    guard headers.count <= Self.fields.count else {
      throw PushError(
        .tooLarge, field: "headers", "There are \(headers.count); at most \(Self.fields.count) are known.")
    }
    for header in headers {
      guard Self.fields.contains(header.name), header.value.utf8.count <= 512,
        header.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
      else {
        throw PushError(.invalidValue, field: "headers", "A field is not known, too long, or has a control character.")
      }
    }
    guard body.count <= PushType.voip.payloadLimit else {
      throw PushError(
        .tooLarge, field: "payload", "It has \(body.count) bytes; use at most \(PushType.voip.payloadLimit).")
    }
    return self
  }
}
