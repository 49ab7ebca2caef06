/// The bounds of what the other side of a channel may make this side hold.
package struct ChannelLimits: Sendable, Hashable {
  /// The most transactions that a call may have open. A worker waits with more; the host refuses more.
  package static let transactionsOfCall = 64

  /// The largest number of open exchanges that the other side has opened. One more is a violation.
  package var exchanges: Int
  /// The bytes, of payloads and pieces, that may wait in the exchanges that the other side has opened. Above this
  /// number the channel is not read. Bytes in this side's own exchanges do not count: the number of these exchanges
  /// bounds them, and they may wait for a slow client.
  package var heldBytes: Int
  /// The bytes that wait to be sent, above which the other side has to read something within ``patience``.
  package var outbox: Int
  /// The bytes that wait to be sent, above which the channel ends at once.
  package var fullOutbox: Int
  /// The longest time in which the other side of a channel with an outbox above its limit may read nothing.
  package var patience: Duration

  package init(
    exchanges: Int = 4096, heldBytes: Int = 64 << 20, outbox: Int = 8 << 20, fullOutbox: Int = 128 << 20,
    patience: Duration = .seconds(5)
  ) {
    self.exchanges = exchanges
    self.heldBytes = heldBytes
    self.outbox = outbox
    self.fullOutbox = fullOutbox
    self.patience = patience
  }

  /// No bounds: a worker trusts its host.
  package static let unlimited = ChannelLimits(exchanges: .max, heldBytes: .max, outbox: .max, fullOutbox: .max)

  /// The bounds that a side sets for the other.
  package init(of role: ChannelRole) { self = role == .host ? ChannelLimits() : .unlimited }
}
