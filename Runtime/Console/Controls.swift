import Edge

/// The host's own commands, which the program's commands call through the socket: `jobs_list`, `jobs_retry`, `workers`,
/// `push_status`.
package protocol Controls: Sendable {
  /// Calls a command.
  ///
  /// - Parameter name: the command's name, without `_internal/`.
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

  /// Calls a command for an action of a page.
  ///
  /// - Throws: ``PageError``: the command's refusal, whose text the page shows. The text is the refusal's message,
  ///   followed by its hint.
  func act<Answer: Decodable>(_ name: String, _ input: some Encodable) async throws -> Answer {
    do {
      return try await call(name, input)
    } catch let error as FunctionError {
      throw PageError.unavailable(error.message.replacing("\nhint: ", with: ". What to do: "))
    }
  }

  /// Calls a command for jobs without an input.
  ///
  /// - Throws: ``PageError`` for a refusal of the command.
  func callJobs<Answer: Decodable>(_ name: String) async throws -> Answer {
    do {
      return try await call(name)
    } catch let error as FunctionError {
      throw PageError.refusal(error)
    }
  }

  /// Calls a command for jobs.
  ///
  /// - Throws: ``PageError`` for a refusal of the command.
  func callJobs<Answer: Decodable>(_ name: String, _ input: some Encodable) async throws -> Answer {
    do {
      return try await call(name, input)
    } catch let error as FunctionError {
      throw PageError.refusal(error)
    }
  }
}

extension PageError {
  /// The refusal of a command for jobs; the error itself if it is another failure.
  fileprivate static func refusal(_ error: FunctionError) -> any Error {
    switch error.status.code {
    case 404: PageError.notFound
    case 400, 422: PageError.invalid(error.message)
    case 409: PageError.unavailable(error.message)
    default: error
    }
  }
}
