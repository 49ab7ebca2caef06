import Edge

/// The host's own commands, which the program's commands call through the socket: `jobs_list`, `jobs_retry`, `workers`,
/// `push_status`.
package protocol Controls: Sendable {
  /// Calls a command.
  ///
  /// - Parameters:
  ///   - name: the command's name, without `_internal/`.
  ///   - input: its input as JSON; nil for none.
  /// - Returns: its answer as JSON.
  /// - Throws: `FunctionError`.
  func call(_ name: String, _ input: [UInt8]?) async throws -> [UInt8]
}

extension Controls {
  /// Calls a command without an input.
  ///
  /// - Throws: `FunctionError`.
  func call<Answer: Decodable>(_ name: String) async throws -> Answer {
    try Wire.decode(Answer.self, from: try await call(name, nil))
  }

  /// Calls a command.
  ///
  /// - Throws: `FunctionError`.
  func call<Answer: Decodable>(_ name: String, _ input: some Encodable) async throws -> Answer {
    // The optional type selects the protocol's requirement. Otherwise this method would call itself with the bytes as
    // its input.
    let body: [UInt8]? = try Wire.encode(input)
    return try Wire.decode(Answer.self, from: try await call(name, body))
  }
}
