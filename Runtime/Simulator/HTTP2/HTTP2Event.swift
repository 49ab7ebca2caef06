/// An event of a client on an HTTP/2 connection.
enum HTTP2Event: Sendable, Equatable {
  /// The header block of a new request.
  case request([HTTP2Field], stream: Int32)
  /// A piece of a request's body.
  case data([UInt8], stream: Int32)
  /// The request is complete.
  case end(stream: Int32)
  /// RST_STREAM, also for a finished stream.
  case reset(stream: Int32)
}
