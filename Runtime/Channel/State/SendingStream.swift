/// This side's stream of an exchange.
enum SendingStream: Sendable, Hashable {
  /// There is no stream (yet).
  case none
  /// So many bytes may be sent.
  case open(credit: Int)
  /// The other side takes no more.
  case stopped
  /// The stream has ended or broken off.
  case over

  var isOpen: Bool { if case .open = self { true } else { false } }
}
