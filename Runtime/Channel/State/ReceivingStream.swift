/// The other side's stream of an exchange.
enum ReceivingStream: Sendable, Hashable {
  /// The consumed bytes after which credit is given for them: a fraction of the initial credit, so that a stream does
  /// not wait.
  static let step = Frame.initialCredit / 4

  /// There is no stream (yet).
  case none
  /// The other side may send `credit` bytes, and was not given credit for `consumed` bytes yet.
  case open(credit: Int, consumed: Int)
  /// This side takes no more. Pieces within the credit may be on the way.
  case stopped(credit: Int)
  /// The stream has ended or broken off.
  case over

  static let new = ReceivingStream.open(credit: Frame.initialCredit, consumed: 0)

  var isOpen: Bool { if case .open = self { true } else { false } }
}
