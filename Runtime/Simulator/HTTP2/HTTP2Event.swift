/// An event of a client on an HTTP/2 connection.
enum HTTP2Event: Sendable, Equatable {
  case request([HTTP2Field], stream: Int32)
  case data([UInt8], stream: Int32)
  case end(stream: Int32)
  /// RST_STREAM, also for a finished stream.
  case reset(stream: Int32)
}
