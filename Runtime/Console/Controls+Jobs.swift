import Edge

extension Controls {
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
