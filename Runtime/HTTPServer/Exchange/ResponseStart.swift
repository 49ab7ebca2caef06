/// The result of beginning a response.
enum ResponseStart {
  /// It is refused: the client already has a response, or has left.
  case refused
  /// It is whole, and has to be ended.
  case whole
  /// Its body has to be written, chunk by chunk, and then ended.
  case streaming
}
