public import FoundationEssentials
import Push

/// A notification that was accepted.
public struct ArrivedNotification: Sendable, Hashable, Identifiable {
  /// Its number, from 1 in the order of arrival.
  public let id: Int
  /// The `apns-id`: the sender's, or one that the simulator created.
  public let apnsID: String
  /// The device's token in lower case; nil for a broadcast.
  public let token: String?
  /// The channel; nil for a push to a device.
  public let channel: String?
  /// The topic, with its suffix.
  public let topic: String
  /// The push type.
  public let type: String
  /// The priority: 10, 5 or 1.
  public let priority: Int
  /// The expiration in seconds since 1970; 0 for one attempt, nil if the request has none.
  public let expiration: Int64?
  /// The collapse id.
  public let collapseID: String?
  /// The payload as it was received, a JSON object.
  public let payload: [UInt8]
  /// When it arrived.
  public let receivedAt: Date
  /// The number of its connection, from 1.
  public let connection: Int

  init(_ push: AcceptedPush, id: Int, receivedAt: Date, connection: Int) {
    self.id = id
    apnsID = push.id
    token = push.token
    channel = push.channel
    topic = push.topic
    type = push.type.rawValue
    priority = push.priority
    expiration = push.expiration
    collapseID = push.collapseID
    payload = push.payload
    self.receivedAt = receivedAt
    self.connection = connection
  }
}
