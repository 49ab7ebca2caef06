public import Edge

/// A push that the simulator has received.
public struct DemoPush: Sendable, Hashable {
  /// Its `apns-id`.
  public let apnsID: String
  /// The device's token.
  public let token: String
  /// The bundle id, with the push type's suffix.
  public let topic: String
  /// The push type.
  public let type: String
  /// The payload.
  public let payload: JSONValue
}
