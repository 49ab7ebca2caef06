import Edge
import HTTPTypes
import NIOCore

extension Dispatcher {
  /// Answers a request with an idempotency key, whose caller is admitted.
  func answer(
    _ key: IdempotencyKey, _ served: ServedFunction, _ request: Request, _ arrival: Arrival, _ trace: TraceContext?,
    _ findings: inout Findings, _ answers: some RouteAnswers
  ) async throws -> Response {
    let (request, body) = try await whole(request, for: served)
    let identity = findings.caller
    let places = CallPlaces(served.endpoint) {
      invocation(of: served, arrival, identity, trace, served.services, began: .now())
    }
    let isLong =
      !places.areInWorkers && served.endpoint.traits.input != .none && request.body.count ?? .max > Self.shortBody
    let call = IdempotentCalls.Call(
      id: KeyID(key, of: identity, function: arrival.route.keyScope(of: served)),
      payload: PayloadDigest(of: request, body: body), caller: answeredCaller(identity, arrival),
      services: served.services,
      places: places, isLong: isLong,
      run: { [self] in try await invoke(served, request, arrival, identity, trace, $1, at: isLong ? nil : $0) },
      describe: { answers.response(to: $0) })
    let outcome = try await idempotentCalls.answer(to: call)
    if let error = outcome.error { findings.note(error) }
    // A replayed answer gets the form that this request asks for, which its header fields may say.
    var response = try answers.answer(outcome.response)
    if outcome.isReplayed {
      response.headers[.idempotentReplayed] = "true"
      response.headers.append(HTTPField(name: .accessControlExposeHeaders, value: "Idempotent-Replayed"))
    }
    return response
  }

  /// The caller to whom the stored answer counts; nil for the service role, and for a client on the host's socket.
  private func answeredCaller(_ identity: Identity?, _ arrival: Arrival) -> AnswerAllowance.Caller? {
    if identity?.role == .serviceRole { return nil }
    if let id = identity?.userID { return .user(id) }
    return arrival.head.client(trusting: proxies).map { .network(ClientNetwork($0)?.site) }
  }

  /// A request with its whole body, and the body's bytes; none for a function that does not read it.
  private func whole(_ request: Request, for served: ServedFunction) async throws -> (Request, [UInt8]) {
    if served.endpoint.traits.input == .none { return (request, []) }
    if let bytes = request.body.bytes { return (request, bytes) }
    var request = request
    let bytes = [UInt8](buffer: try await request.body.collect(upTo: served.bodyLimit))
    request.body = RequestBody(bytes)
    return (request, bytes)
  }
}
