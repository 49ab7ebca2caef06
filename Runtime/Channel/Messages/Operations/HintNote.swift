/// A note of a subscription's exchange, from the host.
package enum HintNote: UInt8, Message, Hashable {
  /// The row may have changed.
  case hint = 1
  /// The host is stopping.
  case closed = 2
  /// The host has granted the subscription. The first note.
  case granted = 3
}
