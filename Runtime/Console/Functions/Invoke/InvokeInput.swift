import Edge
package import OpenAPI

/// The input of a call from the console: how its form asks for it, and where its parts stand in the request.
package struct InvokeInput: Sendable {
  /// The ways in which a form asks for an input.
  package enum Way: Sendable, Hashable {
    /// The operation takes no input.
    case none
    /// One field for each member.
    case fields([InvokeField])
    /// One JSON text, with this example.
    case json(String)
    /// A body in any form.
    case raw
  }

  /// The most fields of a form; an input with more members is asked for as one JSON text.
  static let mostFields = 24

  let operation: OpenAPI.Operation

  package init(_ operation: OpenAPI.Operation) { self.operation = operation }

  /// The way in which a form asks for the input.
  package func way(prefersJSON: Bool) -> Way {
    switch operation.input {
    case .none: return .none
    case .unrecorded: return .raw
    case .json(let schema):
      if !prefersJSON, !schema.isNullable, case .object(let object) = schema.shape,
        (1...Self.mostFields).contains(object.members.count)
      {
        return .fields(object.members.map(InvokeField.init))
      }
      return .json(IndentedJSON.text(of: InvokeExample.value(of: schema)))
    }
  }

  /// Whether the input can be asked for by fields and as one JSON text.
  package var hasBothWays: Bool {
    if case .fields = way(prefersJSON: false) { true } else { false }
  }

  /// The request with an example of the input.
  ///
  /// - Throws: ``PageError`` if the example has a member that cannot stand in a path or a query.
  func example(as caller: InvokeCaller) throws(PageError) -> InvokeRequest {
    guard case .json(let text) = way(prefersJSON: true) else { return try request(Form(), as: caller) }
    return try request(Form([.init("json", text)]), as: caller)
  }
}
