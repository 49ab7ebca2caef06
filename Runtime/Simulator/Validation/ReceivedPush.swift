/// A received request: the relevant headers, and the body.
struct ReceivedPush {
  var method = ""
  var path = ""
  var id: String?
  var requestID: String?
  var topic: String?
  var pushType: String?
  var priority: String?
  var expiration: String?
  var collapseID: String?
  var channel: String?
  var authorization: String?
  /// The name of the first header that came twice.
  var duplicate: String?
  var body: [UInt8] = []

  init() {}

  init(_ fields: [HTTP2Field]) {
    for field in fields {
      let (name, value) = (field.name, field.value)
      switch name {
      case ":method": method = value
      case ":path": path = value
      case "apns-id": take(value, as: \.id, name)
      case "apns-request-id": take(value, as: \.requestID, name)
      case "apns-topic": take(value, as: \.topic, name)
      case "apns-push-type": take(value, as: \.pushType, name)
      case "apns-priority": take(value, as: \.priority, name)
      case "apns-expiration": take(value, as: \.expiration, name)
      case "apns-collapse-id": take(value, as: \.collapseID, name)
      case "apns-channel-id": take(value, as: \.channel, name)
      case "authorization": take(value, as: \.authorization, name)
      default: break
      }
    }
  }

  private mutating func take(_ value: String, as field: WritableKeyPath<ReceivedPush, String?>, _ name: String) {
    if self[keyPath: field] != nil, duplicate == nil { duplicate = name }
    self[keyPath: field] = value
  }
}
