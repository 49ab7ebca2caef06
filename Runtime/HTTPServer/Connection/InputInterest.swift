/// What a connection's socket is watched for, besides room for output.
enum InputInterest {
  /// Bytes, and the end of the client's output.
  case bytes
  /// The end of the client's output.
  case end
  /// Neither; that the connection breaks is noticed.
  case nothing
}
