import Edge

extension FunctionError {
  /// 403 with the number that is reached, and a code that names what is limited: `PLAN_LIMIT_REACHED`.
  static func limitReached(_ code: Code, _ message: String, limit: Int) -> FunctionError {
    FunctionError(status: .forbidden, code: code, message: message, details: ["limit": .integer(Int64(limit))])
  }
}
