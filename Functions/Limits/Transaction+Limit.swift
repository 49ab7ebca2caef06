import Edge

extension Transaction {
  /// Refuses another row of a user beyond a limit. The transaction holds the user, so the rows are counted one
  /// transaction after another.
  ///
  /// - Parameters:
  ///   - limit: the most rows.
  ///   - rows: selects the user's rows. At most as many as the limit are read.
  ///   - refusal: the error once there are as many.
  func check(_ limit: Int, of rows: SQL, else refusal: FunctionError) async throws {
    guard try await query("\(rows) LIMIT \(limit)").count < limit else { throw refusal }
  }
}

extension FunctionError {
  /// 403 with the number that is reached, and a code that names what is limited: `PLAN_LIMIT_REACHED`.
  static func limitReached(_ code: Code, _ message: String, limit: Int) -> FunctionError {
    FunctionError(status: .forbidden, code: code, message: message, details: ["limit": .integer(Int64(limit))])
  }
}
