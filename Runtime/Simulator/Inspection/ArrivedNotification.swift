package import FoundationEssentials
import Push

/// A notification that was accepted.
package struct ArrivedNotification: Sendable, Hashable, Identifiable {
  /// Its number, from 1 in the order of arrival.
  package let id: Int
  /// The `apns-id`: the sender's, or one that the simulator created.
  package let apnsID: String
  /// The device's token in lower case; nil for a broadcast.
  package let token: String?
  /// The channel; nil for a push to a device.
  package let channel: String?
  package let topic: String
  package let type: String
  /// The priority: 10, 5 or 1.
  package let priority: Int
  /// The expiration in seconds since 1970; 0 for one attempt, nil if the request has none.
  package let expiration: Int64?
  package let collapseID: String?
  /// The payload as it was received, a JSON object.
  package let payload: [UInt8]
  package let receivedAt: Date
  /// The number of its connection, from 1.
  package let connection: Int

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
