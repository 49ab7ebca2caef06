/// The kind of a frame. The raw value is the byte in the frame's header.
package enum FrameKind: UInt8, Sendable, Hashable, CaseIterable {
  /// The first frame of each side, with id 0: a worker's manifest, a host's start.
  case hello = 1
  /// Opens an exchange, with its payload.
  case open = 2
  /// Answers an exchange, once.
  case answer = 3
  /// Bytes of the sender's stream, within the credit.
  case piece = 4
  /// The sender's stream has ended.
  case end = 5
  /// The sender's stream breaks off; the payload is a text.
  case fail = 6
  /// The number of bytes (`UInt32`) that the receiver of a stream takes in addition.
  case credit = 7
  /// The answerer has finished the exchange: both sides forget its id.
  case done = 8
  /// The opener does not want the answer any more.
  case cancel = 9
  /// The receiver of a stream takes no more pieces; later ones are dropped.
  case stop = 10
  /// A message in one direction about an exchange; with id 0, about the worker.
  case note = 11
}
