extension Function {
  /// Returns the function with a declared schema in place of a recorded one.
  ///
  /// The host's OpenAPI document needs it for a type that cannot be recorded, and for
  /// ``raw(_:access:answersOptions:_:)``. `swiftlet openapi` names the functions that lack a schema. Nil leaves a part
  /// as it is.
  public func schema(input: JSONSchema? = nil, output: JSONSchema? = nil, status: Int? = nil) -> Self {
    var copy = self
    let record = recordSchema
    copy.recordSchema = {
      var schema = record()
      if let input { schema.input = .json(input) }
      if let output { schema.output = .json(output) }
      if let status { schema.status = status }
      return schema
    }
    return copy
  }

  /// Returns the function with the schemas of the types of its request's and its successful response's bodies in place
  /// of recorded ones, for a raw function that decodes and encodes them itself.
  public func schema<Received: Decodable & Sendable, Answer: Encodable & Sendable>(
    input: Received.Type, output: Answer.Type, status: Int = 200
  ) -> Self {
    var copy = self
    copy.recordSchema = {
      var schema = FunctionSchema(input: Received.self, output: Answer.self)
      schema.status = status
      return schema
    }
    return copy
  }

  /// Returns the function with a sentence that says what it does, for the host's OpenAPI document and generated
  /// clients.
  public func described(_ sentence: String) -> Self {
    var copy = self
    copy.traits.summary = sentence
    return copy
  }

  /// Returns the function with the errors that its handler throws, beside those of the host, for the host's OpenAPI
  /// document.
  ///
  /// A function that throws 404 declares it: `.errors(.sessionNotFound)`. 400 `VALIDATION_ERROR`, 500 and 503 need no
  /// declaration.
  public func errors(_ errors: FunctionError...) -> Self {
    var copy = self
    copy.traits.errors += errors.map(DeclaredError.init)
    return copy
  }
}
