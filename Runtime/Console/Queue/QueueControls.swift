import Edge

/// The host's commands for jobs. A refusal of a command becomes a ``PageError``.
struct QueueControls: Sendable {
  let controls: any Controls

  /// Calls a command without an input.
  ///
  /// - Throws: ``PageError`` for a refusal of the command.
  func call<Answer: Decodable>(_ name: String) async throws -> Answer {
    do {
      return try await controls.call(name)
    } catch let error as FunctionError {
      throw Self.refusal(error)
    }
  }

  /// Calls a command.
  ///
  /// - Throws: ``PageError`` for a refusal of the command.
  func call<Answer: Decodable>(_ name: String, _ input: some Encodable) async throws -> Answer {
    do {
      return try await controls.call(name, input)
    } catch let error as FunctionError {
      throw Self.refusal(error)
    }
  }

  private static func refusal(_ error: FunctionError) -> any Error {
    switch error.status.code {
    case 404: PageError.notFound
    case 400, 422: PageError.invalid(error.message)
    case 409: PageError.unavailable(error.message)
    default: error
    }
  }
}
