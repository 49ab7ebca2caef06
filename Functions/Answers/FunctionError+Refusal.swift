import Edge

extension FunctionError {
  /// Whether the error is a refusal by the app's rules, and neither malformed input nor a failure.
  ///
  /// Some database functions answer a refusal with 200 and a value instead of an error.
  var isRefusal: Bool { [.forbidden, .notFound, .conflict].contains(status) }
}
