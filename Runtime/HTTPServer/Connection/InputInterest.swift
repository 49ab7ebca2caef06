/// The input events that a connection's socket is watched for.
enum InputInterest {
  /// Bytes, and the end of the client's output.
  case bytes
  /// The end of the client's output.
  case end
  /// Neither. A broken connection is still reported.
  case nothing
}
