import Push
import Wire

/// The checks of single fields.
extension Validator {
  /// Checks the fields that all requests have in common.
  static func checkCommon(_ request: ReceivedPush) throws(Rejection) {
    if let name = request.duplicate { throw Rejection(.duplicateHeaders, "\(name) came twice") }
    if let id = request.id, !Syntax.isUUID(id) {
      throw Rejection(.badMessageID, "apns-id is not a UUID in the form 8-4-4-4-12: \(id)")
    }
    if let id = request.requestID, !Syntax.isUUID(id) {
      throw Rejection(.badMessageID, "apns-request-id is not a UUID in the form 8-4-4-4-12: \(id)")
    }
  }

  static func expiration(_ text: String?) throws(Rejection) -> Int64? {
    guard let text else { return nil }
    guard let seconds = Syntax.epochSeconds(text) else {
      throw Rejection(.badExpirationDate, "apns-expiration is not a number of seconds since 1970: \(text)")
    }
    return seconds
  }

  /// Parses the priority. The default is 10.
  static func priority(_ text: String?) throws(Rejection) -> Int {
    switch text {
    case nil, "10": return 10
    case "5": return 5
    case "1": return 1
    default: throw Rejection(.badPriority, "apns-priority is 10, 5 or 1, not \(text ?? "")")
    }
  }

  static func type(_ text: String?) throws(Rejection) -> PushType {
    guard let text else { throw Rejection(.invalidPushType, "there is no apns-push-type") }
    guard let type = PushType(rawValue: text) else {
      throw Rejection(.invalidPushType, "\(text) is not one of Apple's push types")
    }
    return type
  }

  /// The device token of a path, in lower case.
  static func deviceToken(_ path: String) throws(Rejection) -> String {
    let prefix = "/3/device"
    guard path.hasPrefix(prefix) else { throw Rejection(.badPath, "\(path) is not /3/device/<token>") }
    let rest = path.dropFirst(prefix.count)
    if rest.isEmpty || rest == "/" { throw Rejection(.missingDeviceToken, "the path has no device token") }
    guard rest.hasPrefix("/"), !rest.dropFirst().contains("/") else {
      throw Rejection(.badPath, "\(path) is not /3/device/<token>")
    }
    let token = rest.dropFirst()
    guard Syntax.isDeviceToken(token) else {
      throw Rejection(.badDeviceToken, "the device token is not an even number of up to 512 hexadecimal digits")
    }
    return token.lowercased()
  }

  static func payload(_ body: [UInt8], limit: Int) throws(Rejection) -> JSONValue {
    guard !body.isEmpty else { throw Rejection(.payloadEmpty, "there is no payload") }
    guard body.count <= limit else {
      throw Rejection(.payloadTooLarge, "the payload has \(body.count) bytes, allowed are \(limit)")
    }
    guard let json = try? JSONScanner.value(of: body), json.object != nil else {
      throw Rejection(.payloadEmpty, "the payload is not a JSON object")
    }
    return json
  }
}
