import Push
import Wire

/// A push that passed all checks.
struct AcceptedPush {
  let id: String
  /// The device's token in lower case; nil for a broadcast.
  let token: String?
  /// The channel; nil for a push to a device.
  let channel: String?
  let topic: String
  let type: PushType
  let priority: Int
  let expiration: Int64?
  let collapseID: String?
  let payload: [UInt8]
  let json: JSONValue
}
