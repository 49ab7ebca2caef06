/// A breach of the channel's rules by the other side. The channel ends with it.
package enum ChannelViolation: Error, Sendable, Hashable {
  /// A header of another version of the protocol.
  case version(UInt8)
  /// A kind that the protocol does not have.
  case kind(UInt8)
  /// Flags that the kind does not have, or that exclude each other.
  case flags(FrameKind, UInt8)
  /// The reserved byte of a header is not 0.
  case reserved(UInt8)
  /// A payload whose length the kind does not allow.
  case length(FrameKind, Int)
  /// An id that the kind does not allow: 0 for an exchange's frame, another one for a `hello`.
  case id(FrameKind, UInt64)
  /// The first frame is not a `hello`.
  case helloExpected(FrameKind)
  /// A second `hello`.
  case repeatedHello
  /// An exchange is opened under an id of the receiver's parity.
  case parity(UInt64)
  /// An exchange is opened under an id that is not above all earlier ones.
  case reusedID(UInt64)
  /// A frame of an exchange that does not exist.
  case unknownExchange(FrameKind, UInt64)
  /// A frame that the sender's side of an exchange does not send: an opener's `answer` or `done`, an answerer's
  /// `cancel`.
  case direction(FrameKind, UInt64)
  /// A second `answer`.
  case repeatedAnswer(UInt64)
  /// A `piece`, `end` or `fail` without a stream, or after the stream's end.
  case noStream(FrameKind, UInt64)
  /// A `done` while the sender's stream is open.
  case doneBeforeEnd(UInt64)
  /// More bytes than the receiver gave credit for.
  case overCredit(UInt64)
  /// Credit for no bytes.
  case noCredit(UInt64)
  /// Credit for more bytes than a stream may have on the way.
  case creditOverflow(UInt64)
  /// More open exchanges than the side may have.
  case tooManyExchanges
  /// The other side does not read what is sent to it.
  case notReading
}
