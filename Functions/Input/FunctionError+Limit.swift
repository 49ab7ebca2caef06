import Edge

extension FunctionError {
  /// 409 `CONFLICT` with the number that is reached.
  static func limitReached(_ message: String, limit: Int) -> FunctionError {
    var error = conflict(message)
    error.details = ["limit": .integer(Int64(limit))]
    return error
  }
}
