/// The streamed body of a connection's current exchange.
enum BodyFlow {
  /// There is none, or it is not wanted any more.
  case none
  case flowing
  /// No more of it is read from the socket for now.
  case held
}
