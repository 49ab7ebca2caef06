extension Function where Input: Codable {
  /// A function that takes and gives JSON.
  ///
  /// - Parameters:
  ///   - name: the name in the URL.
  ///   - access: who may call it.
  ///   - body: the handler. A body that is no `Input` is answered 400 `VALIDATION_ERROR` before it runs.
  public init<Output: Encodable & Sendable>(
    _ name: String, access: A, _ body: @escaping @Sendable (Input, Context<A>) async throws -> Output
  ) {
    self.init(name, access: access, input: .json) { request, context in
      let input = try await request.decode(Input.self, upTo: .max)
      return try respond(with: try await body(input, context))
    }
  }
}

extension Function where Input == Never {
  /// A function that needs no input and gives JSON.
  ///
  /// - Parameters:
  ///   - name: the name in the URL.
  ///   - access: who may call it.
  ///   - body: the handler.
  public init<Output: Encodable & Sendable>(
    _ name: String, access: A, _ body: @escaping @Sendable (Context<A>) async throws -> Output
  ) {
    self.init(name, access: access, input: .none) { _, context in
      try respond(with: try await body(context))
    }
  }
}

extension Function where A == VerifiedAccess, Input: Codable {
  /// A function for every verified token that takes and gives JSON.
  public init<Output: Encodable & Sendable>(
    _ name: String, _ body: @escaping @Sendable (Input, Context<A>) async throws -> Output
  ) {
    self.init(name, access: .verified, body)
  }
}

extension Function where A == VerifiedAccess, Input == Never {
  /// A function for every verified token that needs no input and gives JSON.
  public init<Output: Encodable & Sendable>(
    _ name: String, _ body: @escaping @Sendable (Context<A>) async throws -> Output
  ) {
    self.init(name, access: .verified, body)
  }
}

extension Function where Input == Request {
  /// The primitive that every other form stands on: any request in, any response out, bodies streamed both ways.
  ///
  /// - Parameters:
  ///   - name: the name in the URL.
  ///   - access: who may call it.
  ///   - answersOptions: hands `OPTIONS` to the handler of an `.anyone` function instead of answering CORS preflights itself.
  ///   - handler: the handler.
  public static func raw(
    _ name: String, access: A, answersOptions: Bool = false,
    _ handler: @escaping @Sendable (Request, Context<A>) async throws -> Response
  ) -> Self {
    var function = Self(name, access: access, input: .stream, handler: handler)
    function.traits.answersOptions = answersOptions
    return function
  }
}

private func respond(with output: some Encodable) throws -> Response {
  switch output {
  case is NoContent: .noContent
  default: try .json(output)
  }
}
