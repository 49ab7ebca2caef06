public import FoundationEssentials

/// The subject of a ``ChangeHints`` hint: one row of a kind, such as the order of an id.
public struct ChangeTopic: Hashable, Sendable {
  /// The kind of row, such as `order`.
  public let kind: String
  /// The id of the row.
  public let id: UUID

  /// The topic of a row: its kind, such as `order`, and its id.
  public init(_ kind: String, _ id: UUID) {
    self.kind = kind
    self.id = id
  }

  /// The number of the notification channel that carries the topic between hosts. All hosts compute the same number.
  package var channel: Int { Int(id.uuid.15) % Self.channels }

  /// The number of notification channels. With one channel, each change would wake all waiting requests of other hosts.
  package static let channels = 16
}
