// The initializers are inlinable, so that the compiler specializes them for the types of an author's module.
extension Function where Input: Codable {
  /// A function that takes and returns JSON.
  ///
  /// - Parameters:
  ///   - name: the name in the URL.
  ///   - access: who may call it.
  ///   - body: the handler. A request body that does not decode as `Input` is answered 400 `VALIDATION_ERROR` before it
  ///     runs.
  @inlinable public init<Output: Encodable & Sendable>(
    _ name: String, access: A, _ body: @escaping @Sendable (Input, Context<A>) async throws -> Output
  ) {
    self.init(name, access: access, input: .json) { request, invocation in
      let context = try Context(invocation, access: access)
      let input =
        if let bytes = request.body.bytes {
          try request.decode(Input.self, from: bytes)
        } else {
          try await request.decode(Input.self, upTo: .max)
        }
      return try Response(answer: try await body(input, context))
    }
    readInput = { try Request.decode(Input.self, from: $0) }
    recordSchema = { FunctionSchema(input: Input.self, output: Output.self) }
  }
}

extension Function where Input == Never {
  /// A function without input that returns JSON.
  @inlinable public init<Output: Encodable & Sendable>(
    _ name: String, access: A, _ body: @escaping @Sendable (Context<A>) async throws -> Output
  ) {
    self.init(name, access: access, input: .none) { _, invocation in
      try Response(answer: try await body(try Context(invocation, access: access)))
    }
    recordSchema = { FunctionSchema(output: Output.self) }
  }
}

extension Function where A == VerifiedAccess, Input: Codable {
  /// A function for every verified token that takes and returns JSON.
  @inlinable public init<Output: Encodable & Sendable>(
    _ name: String, _ body: @escaping @Sendable (Input, Context<A>) async throws -> Output
  ) {
    self.init(name, access: .verified, body)
  }
}

extension Function where A == VerifiedAccess, Input == Never {
  /// A function without input for every verified token that returns JSON.
  @inlinable public init<Output: Encodable & Sendable>(
    _ name: String, _ body: @escaping @Sendable (Context<A>) async throws -> Output
  ) {
    self.init(name, access: .verified, body)
  }
}

extension Function where Input == Request {
  /// A function that takes any request and returns any response. Both bodies can be streamed.
  ///
  /// Every other form of function is built on this one.
  ///
  /// - Parameters:
  ///   - name: the name in the URL.
  ///   - access: who may call it.
  ///   - answersOptions: whether `OPTIONS` goes to the handler of an `.anyone` function. Otherwise the host answers
  ///     CORS preflights.
  ///   - handler: the handler.
  public static func raw(
    _ name: String, access: A, answersOptions: Bool = false,
    _ handler: @escaping @Sendable (Request, Context<A>) async throws -> Response
  ) -> Self {
    var function = Self(name, access: access, input: .stream) { request, invocation in
      try await handler(request, try Context(invocation, access: access))
    }
    function.traits.answersOptions = answersOptions
    return function
  }
}
