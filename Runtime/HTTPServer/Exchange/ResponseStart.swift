import Loop

/// The result of beginning a response.
enum ResponseStart {
  /// It is refused: the client already has a response, or has left.
  case refused
  /// It is whole, and has to be ended.
  case whole
  /// Its body has to be written, chunk by chunk, and then ended.
  case streaming
  /// The connection has become a stream, to which the head has to be written.
  case tunnel(ByteStream, head: [UInt8])
}
