import Edge

/// The control `push_deliveries`: the function that the application names for its notifications, under a name that
/// every host has.
struct DeliveriesControl: Endpoint {
  let name = "push_deliveries"
  let traits = EndpointTraits(needsToken: true, access: .serviceRole, input: .json)
  private let application: @Sendable () -> Application

  /// - Parameter application: returns the functions that are served now.
  init(_ application: @escaping @Sendable () -> Application) { self.application = application }

  func admit(_ identity: Identity?) throws(AdmissionError) { try ServiceAccess.serviceRole.check(identity) }

  nonisolated(nonsending) func invoke(_ request: Request, _ invocation: Invocation) async throws -> Response {
    try admit(invocation.identity)
    let application = application()
    guard let name = application.deliveries,
      let function = application.functions.first(where: { $0.name == name })
    else { throw FunctionError.notFound("NO_DELIVERIES", "This application names no function that lists deliveries") }
    return try await function.invoke(request, invocation)
  }
}
