package import Edge
import HTTPTypes
import Logging
import Loop
package import NIOCore
import Synchronization

/// Answers requests: route, CORS, token, limits, invocation, response.
///
/// It has no sockets, so the server and the test kit use it in the same way.
package final class Dispatcher: Sendable {
  /// The functions and settings that new requests get.
  let served: Replaceable<ServedState>
  let invoker: any Invoker
  let authorizer: Authorizer
  let configuration: HostConfiguration
  let proxies: TrustedProxies
  let metrics: HostMetrics
  let status: HostStatus
  let clock: WallClock
  let logger: Logger
  let accessLog: AccessLog
  let ring: EventRing
  let operations: Operations
  let bodies: BodyBudget
  let idempotentCalls: IdempotentCalls
  let freed = FreedMemory()
  /// The threads of functions that have blocked a loop several times.
  let blockingThreads = JobThreads(named: "swiftlet-block", maximum: 64)
  /// The threads of calls with a long JSON body. Decoding uses the CPU, so one core is left to other calls.
  let decodingThreads = JobThreads(named: "swiftlet-decode", maximum: max(1, System.coreCount - 1))

  init(
    served: Replaceable<ServedState>, invoker: any Invoker, authorizer: Authorizer, configuration: HostConfiguration,
    metrics: HostMetrics, status: HostStatus, operations: Operations, clock: WallClock, logger: Logger,
    accessLog: AccessLog, ring: EventRing, database: Database
  ) {
    self.served = served
    self.invoker = invoker
    self.authorizer = authorizer
    self.configuration = configuration
    proxies = TrustedProxies(configuration.trustedProxies)
    self.metrics = metrics
    self.status = status
    self.operations = operations
    self.clock = clock
    self.logger = logger
    self.accessLog = accessLog
    self.ring = ring
    bodies = BodyBudget(
      capacity: configuration.limits.bodyMemory, patience: .seconds(configuration.limits.bodyWait))
    idempotentCalls = IdempotentCalls(
      database: database, wallClock: clock, patience: .seconds(configuration.limits.idempotencyWait))
  }

  /// The supported methods, the most frequent first.
  private static let methods: [HTTPRequest.Method] = [.post, .get, .put, .patch, .delete, .options, .head]

  /// Finds the route of a request. The table lists its invocation until ``Reply/finished(_:)`` is called. `loop` is the
  /// number of the event loop that read the request; nil for none.
  func arrival(
    of head: IncomingRequest, startedAt started: NIODeadline, table: RunningInvocations, on loop: Int? = nil
  ) -> Arrival {
    let state = if let loop { served.current(on: loop) } else { served.current }
    return Arrival(head, in: state, at: clock.now, started: started, table: table, on: loop)
  }

  /// Answers a request that no event loop has read, such as a test's.
  @concurrent package func respond(
    to head: IncomingRequest, body: RequestBody, startedAt started: NIODeadline
  ) async -> Reply {
    await respond(to: arrival(of: head, startedAt: started, table: operations.others), body: body)
  }

  func respond(to arrival: Arrival, body: RequestBody) async -> Reply {
    metrics(of: arrival.route)?.started()
    let trace = arrival.trace
    var findings = Findings(trace: trace)
    var answer = await answer(arrival, body, trace, &findings)
    if answer.isForwarded { findings.upstreamID = answer.headers[.requestID] }
    if let fault = answer.fault { findings.fault = fault }
    if answer.body.count == nil {
      answer.body = answer.body.noting { error in arrival.functionRun.withLock { $0.fault = "\(error)" } }
    }
    if let limits = findings.limits { limits.add(to: &answer.headers, at: arrival.date) }
    return Reply(
      answer: answer, fields: fields(of: arrival, trace),
      ending: Ending(status: answer.status.code, arrival: arrival, findings: findings, dispatcher: self))
  }

  /// The counters of a route; nil for the host's own routes.
  func metrics(of route: Route) -> FunctionMetrics? {
    switch route {
    case .function(let served, _), .procedure(let served), .control(let served): served.metrics
    case .table(let call): call.served.metrics
    case .handled(let served, _): served.metrics
    case .unknownFunction, .unknownProcedure, .unknownControl, .malformed, .nothing: status.unrouted
    case .health, .ready, .metricJSON, .metricText, .document: nil
    }
  }

  /// The response to a malformed request, or to one that takes too long, in the form of its route if its head was
  /// received.
  func refusal(_ error: HostError, of arrival: Arrival? = nil) -> (answer: Response, fields: HostFields) {
    if let arrival { return (arrival.route.response(to: error), fields(of: arrival, arrival.trace)) }
    status.unrouted.started()
    status.unrouted.finished(status: error.status.code, seconds: 0)
    logger.info("Rejected a request", metadata: ["code": "\(error.code)", "reason": "\(error.message)"])
    return (error.response, HostFields(id: InvocationID(at: clock.now), servedBy: status.servedBy))
  }

  /// The host's fields of the response to a routed request.
  private func fields(of arrival: Arrival, _ trace: TraceContext?) -> HostFields {
    HostFields(
      id: arrival.id, servedBy: status.servedBy, traceparent: trace?.traceparent(spanID: arrival.id.spanID),
      isShared: arrival.route.isShared,
      sandboxesDocuments: arrival.served.catalogue.paths.hasPages && !arrival.route.isPage)
  }

  private func answer(
    _ arrival: Arrival, _ body: RequestBody, _ trace: TraceContext?, _ findings: inout Findings
  ) async -> Response {
    let (head, route) = (arrival.head, arrival.route)
    guard Self.methods.contains(head.method) else { return route.response(to: .methodNotAllowed(CORS.methods)) }
    if route.isOwn, let refusal = refusal(ofOwn: arrival) { return refusal.response }
    if head.method == .options, head.headers.contains(.origin), head.headers.contains(.accessControlRequestMethod),
      !route.answersOptions
    {
      return CORS.preflight(head.headers.all)
    }
    if let limits = arrival.served.catalogue.limits(beside: route),
      let error = await overLimit(arrival, limits, &findings)
    {
      return route.response(to: error)
    }
    switch route {
    case .function(let served, let path):
      if head.method == .options, !route.answersOptions { return CORS.preflight(head.headers.all) }
      let request = arrival.request(below: path, body.limited(to: served.bodyLimit))
      return await run(served, request, arrival, trace, &findings, FunctionAnswers())
    case .procedure(let served):
      return await call(served, arrival, body, trace, &findings)
    case .table(let call):
      if head.method == .options { return CORS.preflight(head.headers.all) }
      return await answer(call, arrival, body, trace, &findings)
    case .control(let served):
      guard head.peer == nil || !served.endpoint.traits.isForSocket else { return HostError.notFound.response }
      let request = arrival.request(below: "", body.limited(to: served.bodyLimit))
      return await run(served, request, arrival, trace, &findings, FunctionAnswers())
    case .unknownFunction, .unknownControl: return HostError.notFound.response
    case .unknownProcedure(let name): return ProcedureError.unknown(name)
    case .malformed: return route.response(to: .malformedPath)
    case .nothing: return HostError.notFound.response
    case .handled(let served, let refusal):
      if served.isSignIn { await watchSignIn(arrival, &findings) }
      var request = arrival.request(below: arrival.target.path, body)
      request.body = bounded(body, of: request, arrival)
      return await served.handler.respond(
        to: PathRequest(
          request: request, head: head,
          client: head.client(trusting: proxies), id: arrival.id, date: arrival.date, trace: trace,
          tableRefusal: refusal))
    case .health: return (try? .json(["message": "ok"])) ?? .noContent
    case .ready: return await status.readiness()
    case .document: return await privately(head) { Response(json: arrival.served.document()) }
    case .metricJSON: return await privately(head) { status.counters(of: arrival.served.catalogue.metrics) }
    case .metricText:
      return await privately(head) {
        metrics.report(bodies)
        return .bytes([UInt8](metrics.registry.text.utf8), contentType: "text/plain; version=0.0.4; charset=utf-8")
      }
    }
  }
}

extension Route {
  /// The response to a request that the host refuses, in the form of the route's errors.
  fileprivate func response(to error: HostError) -> Response {
    switch self {
    case .procedure, .unknownProcedure: ProcedureError.response(error)
    case .table: ProcedureError.response(error, isNested: true)
    case .handled(let served, _), .malformed(let served?): Self.response(to: error, of: served.handler)
    default: error.response
    }
  }

  /// The response in the form of a handler's errors, with the fields of the host's own form.
  private static func response(to error: HostError, of handler: any PathHandler) -> Response {
    guard var response = handler.response(to: error.refusal) else { return error.response }
    let missing = error.headers.filter { !response.headers.contains($0.name) }
    response.headers.append(contentsOf: missing)
    if !handler.isPrivate { response.headers.mark(errorCode: error.code) }
    return response
  }

  /// Whether the function or handler answers `OPTIONS` itself. A browser sends no token with a preflight, so a function
  /// that needs a caller cannot.
  fileprivate var answersOptions: Bool {
    switch self {
    case .function(let served, _): served.endpoint.traits.answersOptions && !served.endpoint.traits.needsToken
    case .handled(let served, _): served.handler.answersPreflights || served.handler.isPrivate
    default: false
    }
  }
}
