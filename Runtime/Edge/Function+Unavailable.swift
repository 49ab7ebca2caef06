// Initializers for common mistakes. They do not compile, and the compiler shows what to write instead of a message
// about generic requirements. `Scripts/diagnostics.sh` tests them.

extension Function where Input: Codable {
  /// Unavailable: a typed handler returns a value, not a `Response`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a typed handler returns an Encodable value; to make a Response, use Function.raw(_:access:_:)"
  )
  public init(
    _ name: String, access: A, _ body: @escaping @Sendable (Input, Context<A>) async throws -> Response
  ) { self.init(unavailable: name, access: access) }

  /// Unavailable: a typed handler returns a value.
  @available(
    *, unavailable, message: "a typed handler returns an Encodable value, or NoContent() for an answer without a body"
  )
  public init(
    _ name: String, access: A, _ body: @escaping @Sendable (Input, Context<A>) async throws -> Void
  ) { self.init(unavailable: name, access: access) }
}

extension Function where Input == Never {
  /// Unavailable: a typed handler returns a value, not a `Response`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a typed handler returns an Encodable value; to make a Response, use Function.raw(_:access:_:)"
  )
  public init(_ name: String, access: A, _ body: @escaping @Sendable (Context<A>) async throws -> Response) {
    self.init(unavailable: name, access: access)
  }

  /// Unavailable: a typed handler returns a value.
  @available(
    *, unavailable, message: "a typed handler returns an Encodable value, or NoContent() for an answer without a body"
  )
  public init(_ name: String, access: A, _ body: @escaping @Sendable (Context<A>) async throws -> Void) {
    self.init(unavailable: name, access: access)
  }
}

extension Function where A == VerifiedAccess, Input: Codable {
  /// Unavailable: a typed handler returns a value, not a `Response`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a typed handler returns an Encodable value; to make a Response, use Function.raw(_:access:_:)"
  )
  public init(_ name: String, _ body: @escaping @Sendable (Input, Context<A>) async throws -> Response) {
    self.init(unavailable: name, access: .verified)
  }

  /// Unavailable: a typed handler returns a value.
  @available(
    *, unavailable, message: "a typed handler returns an Encodable value, or NoContent() for an answer without a body"
  )
  public init(_ name: String, _ body: @escaping @Sendable (Input, Context<A>) async throws -> Void) {
    self.init(unavailable: name, access: .verified)
  }
}

extension Function where A == VerifiedAccess, Input == Never {
  /// Unavailable: a typed handler returns a value, not a `Response`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a typed handler returns an Encodable value; to make a Response, use Function.raw(_:access:_:)"
  )
  public init(_ name: String, _ body: @escaping @Sendable (Context<A>) async throws -> Response) {
    self.init(unavailable: name, access: .verified)
  }

  /// Unavailable: a typed handler returns a value.
  @available(
    *, unavailable, message: "a typed handler returns an Encodable value, or NoContent() for an answer without a body"
  )
  public init(_ name: String, _ body: @escaping @Sendable (Context<A>) async throws -> Void) {
    self.init(unavailable: name, access: .verified)
  }
}

/// The inferred input of a handler whose first parameter has no type. No function can have it.
@dynamicMemberLookup
public struct InputWithoutType: Encodable, Sendable {
  /// Unavailable: the handler does not state the type of its input.
  @available(*, unavailable, message: "the handler's first parameter has no type: { (like: Like, context) in … }")
  public subscript(dynamicMember name: String) -> InputWithoutType { self }

  /// Unavailable: the handler does not state the type of its input.
  @available(*, unavailable, message: "the handler's first parameter has no type: { (like: Like, context) in … }")
  public subscript<Member>(dynamicMember name: String) -> Member { fatalError("An unavailable member never runs.") }
}

extension Function where Input == InputWithoutType {
  /// Unavailable: the handler's first parameter must state the type of the input.
  @available(
    *, unavailable, message: "the handler's first parameter needs its type: { (like: Like, context) in … }"
  )
  public init<Output>(
    _ name: String, access: A, _ body: @escaping @Sendable (InputWithoutType, Context<A>) async throws -> Output
  ) { self.init(unavailable: name, access: access) }
}

extension Function where A == VerifiedAccess, Input == InputWithoutType {
  /// Unavailable: the handler's first parameter must state the type of the input.
  @available(
    *, unavailable, message: "the handler's first parameter needs its type: { (like: Like, context) in … }"
  )
  public init<Output>(
    _ name: String, _ body: @escaping @Sendable (InputWithoutType, Context<A>) async throws -> Output
  ) { self.init(unavailable: name, access: .verified) }
}

extension Function {
  /// Lets the unavailable initializers compile; it never runs.
  private init(unavailable name: String, access: A) {
    self.init(name, access: access, input: .none) { _, _ in .noContent }
  }
}
