// Forms of a typed function that do not compile, each with what to write instead: the compiler shows the message in place
// of one about its own requirements. `Scripts/diagnostics.sh` tests them.

extension Function where Input: Codable {
  /// Not available: a typed function's handler returns a value and no `Response`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a typed handler returns an Encodable value; to make a Response, use Function.raw(_:access:_:)"
  )
  public init(
    _ name: String, access: A, _ body: @escaping @Sendable (Input, Context<A>) async throws -> Response
  ) { self.init(unavailable: name, access: access) }

  /// Not available: a typed function's handler returns a value.
  @available(
    *, unavailable, message: "a typed handler returns an Encodable value, or NoContent() for an answer without a body"
  )
  public init(
    _ name: String, access: A, _ body: @escaping @Sendable (Input, Context<A>) async throws -> Void
  ) { self.init(unavailable: name, access: access) }
}

extension Function where Input == Never {
  /// Not available: a typed function's handler returns a value and no `Response`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a typed handler returns an Encodable value; to make a Response, use Function.raw(_:access:_:)"
  )
  public init(_ name: String, access: A, _ body: @escaping @Sendable (Context<A>) async throws -> Response) {
    self.init(unavailable: name, access: access)
  }

  /// Not available: a typed function's handler returns a value.
  @available(
    *, unavailable, message: "a typed handler returns an Encodable value, or NoContent() for an answer without a body"
  )
  public init(_ name: String, access: A, _ body: @escaping @Sendable (Context<A>) async throws -> Void) {
    self.init(unavailable: name, access: access)
  }
}

extension Function where A == VerifiedAccess, Input: Codable {
  /// Not available: a typed function's handler returns a value and no `Response`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a typed handler returns an Encodable value; to make a Response, use Function.raw(_:access:_:)"
  )
  public init(_ name: String, _ body: @escaping @Sendable (Input, Context<A>) async throws -> Response) {
    self.init(unavailable: name, access: .verified)
  }

  /// Not available: a typed function's handler returns a value.
  @available(
    *, unavailable, message: "a typed handler returns an Encodable value, or NoContent() for an answer without a body"
  )
  public init(_ name: String, _ body: @escaping @Sendable (Input, Context<A>) async throws -> Void) {
    self.init(unavailable: name, access: .verified)
  }
}

extension Function where A == VerifiedAccess, Input == Never {
  /// Not available: a typed function's handler returns a value and no `Response`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a typed handler returns an Encodable value; to make a Response, use Function.raw(_:access:_:)"
  )
  public init(_ name: String, _ body: @escaping @Sendable (Context<A>) async throws -> Response) {
    self.init(unavailable: name, access: .verified)
  }

  /// Not available: a typed function's handler returns a value.
  @available(
    *, unavailable, message: "a typed handler returns an Encodable value, or NoContent() for an answer without a body"
  )
  public init(_ name: String, _ body: @escaping @Sendable (Context<A>) async throws -> Void) {
    self.init(unavailable: name, access: .verified)
  }
}

/// The input of a handler whose first parameter has no type: no function can take it.
@dynamicMemberLookup
public struct InputWithoutType: Encodable, Sendable {
  /// Not available: members are those of the input's type, which the handler does not say.
  @available(*, unavailable, message: "the handler's first parameter has no type: { (like: Like, context) in … }")
  public subscript(dynamicMember name: String) -> InputWithoutType { self }

  /// Not available: members are those of the input's type, which the handler does not say.
  @available(*, unavailable, message: "the handler's first parameter has no type: { (like: Like, context) in … }")
  public subscript<Member>(dynamicMember name: String) -> Member { fatalError("An unavailable member never runs.") }
}

extension Function where Input == InputWithoutType {
  /// Not available: the type of a function's input comes from its handler's first parameter.
  @available(
    *, unavailable, message: "the handler's first parameter needs its type: { (like: Like, context) in … }"
  )
  public init<Output>(
    _ name: String, access: A, _ body: @escaping @Sendable (InputWithoutType, Context<A>) async throws -> Output
  ) { self.init(unavailable: name, access: access) }
}

extension Function where A == VerifiedAccess, Input == InputWithoutType {
  /// Not available: the type of a function's input comes from its handler's first parameter.
  @available(
    *, unavailable, message: "the handler's first parameter needs its type: { (like: Like, context) in … }"
  )
  public init<Output>(
    _ name: String, _ body: @escaping @Sendable (InputWithoutType, Context<A>) async throws -> Output
  ) { self.init(unavailable: name, access: .verified) }
}

extension Function {
  /// What the forms above would make if they could run.
  private init(unavailable name: String, access: A) {
    self.init(name, access: access, input: .none) { _, _ in .noContent }
  }
}
