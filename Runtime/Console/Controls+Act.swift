import Edge

extension Controls {
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
}
