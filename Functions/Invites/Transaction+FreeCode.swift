import Edge

extension Transaction {
  /// Inserts a row under a random invite code that no other row has.
  ///
  /// - Parameters:
  ///   - makeCode: gives random codes.
  ///   - insertion: the statement for a code. It returns a row unless the code is taken.
  /// - Returns: the statement's row.
  func insert<Code: CustomStringConvertible>(
    underFreeCode makeCode: () -> Code, _ insertion: (String) -> SQL
  ) async throws -> (code: String, row: Row) {
    // Sixteen tries find a free code even when half of all codes are taken.
    for _ in 1...16 {
      let code = makeCode().description
      if let row = try await first(insertion(code)) { return (code, row) }
    }
    throw FunctionError(status: .internalServerError, code: .server, message: "No invite code is free")
  }
}
