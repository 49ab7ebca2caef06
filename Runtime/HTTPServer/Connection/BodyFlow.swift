/// The state of the current exchange's streamed body.
enum BodyFlow {
  /// There is no streamed body, or its rest is not wanted.
  case none
  /// It is read from the socket.
  case flowing
  /// It is not read from the socket for now.
  case held
}
