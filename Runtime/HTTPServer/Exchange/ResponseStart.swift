/// What a response needs after its head.
enum ResponseStart {
  /// Nothing: the client has its response already, or has left.
  case refused
  /// Its end.
  case whole
  /// Its body, chunk by chunk, and its end.
  case streaming
}
