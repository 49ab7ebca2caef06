package import Edge

/// One call that a host answers: a method at a path.
package struct Operation: Sendable {
  /// Where the members of an input are in a request, but for those that are parameters.
  package enum Placement: Sendable {
    case body, query
    /// Nowhere: the parameters are all that a request has.
    case absent
  }

  /// A successful response.
  package struct Success: Sendable {
    package var status: Int
    package var body: FunctionSchema.Part
    package var text = "Success."
  }

  /// The name for programs, which is unique in a document.
  package var id: String
  /// The method in lower case.
  package var method: String
  /// The path, with names of parameters in braces.
  package var path: String
  /// The group in which the document lists it.
  package var tag: String
  /// The name of its function, if the path is another one than the function's.
  package var function: String?
  /// A sentence about its purpose; nil if it has none.
  package var summary: String?
  package var access: AccessKind
  package var needsToken: Bool
  package var isReadOnly: Bool
  /// Whether it keeps the answer to an `Idempotency-Key`.
  package var isIdempotent: Bool
  /// The JSON that it takes.
  package var input: FunctionSchema.Part
  package var successes: [Success]
  package var placement = Placement.body
  /// Whether a request must have a body, where its input is one.
  package var isInputRequired = true
  /// Members of the input that stand elsewhere, by their names there.
  package var parameters: [Parameter] = []
  /// The errors of its handler.
  package var errors: [DeclaredError]
  /// The errors of its kind of route: their statuses, and what they mean.
  package var routeErrors: [(status: Int, text: String)] = []
}

extension Operation {
  /// A function at `/functions/v1/<name>`.
  package init(function endpoint: any Endpoint, needsToken: Bool) {
    self.init(
      endpoint, id: endpoint.name, path: "/functions/v1/\(endpoint.name)", tag: "functions", needsToken: needsToken)
  }

  /// A database function at `/rest/v1/rpc/<name>`, and its call by GET where it only reads.
  ///
  /// - Parameter function: the function of that name, whose sentence and errors are the database function's too unless
  ///   it has its own.
  package static func procedures(
    _ endpoint: any Endpoint, needsToken: Bool, of function: (any Endpoint)? = nil
  ) -> [Operation] {
    var call = Operation(
      endpoint, id: "rpc_\(endpoint.name)", path: "/rest/v1/rpc/\(endpoint.name)", tag: "database functions",
      needsToken: needsToken)
    call.function = endpoint.name
    call.summary = call.summary ?? function?.traits.summary
    if call.errors.isEmpty { call.errors = function?.traits.errors ?? [] }
    guard endpoint.traits.isReadOnly else { return [call] }
    var query = call
    query.id = "get_rpc_\(endpoint.name)"
    query.method = "get"
    query.placement = .query
    return [call, query]
  }

  /// A call of an endpoint by POST.
  init(_ endpoint: any Endpoint, id: String, path: String, tag: String, needsToken: Bool) {
    let (traits, schema) = (endpoint.traits, endpoint.schema)
    self.init(
      id: id, method: "post", path: path, tag: tag, summary: traits.summary, access: traits.access,
      needsToken: needsToken, isReadOnly: traits.isReadOnly, isIdempotent: traits.isIdempotent, input: schema.input,
      successes: [Success(status: schema.status, body: schema.output)], errors: traits.errors)
    isInputRequired = !schema.isInputOptional
  }
}
