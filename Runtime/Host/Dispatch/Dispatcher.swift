package import Edge
import Foundation
import HTTPTypes
import Logging
package import NIOCore

/// A request's way through the host: route, CORS, token, limits, invoke, response.
///
/// It knows no sockets, so the test kit drives it as the server does.
package final class Dispatcher: Sendable {
  let catalogue: Catalogue
  let invoker: any Invoker
  let authorizer: Authorizer
  let configuration: HostConfiguration
  let metrics: HostMetrics
  let status: HostStatus
  let clock: WallClock
  let logger: Logger
  let accessLog: AccessLog
  let storage: EmbeddedStorage?
  let bodies: BodyBudget
  let freed = FreedMemory()

  init(
    catalogue: Catalogue, invoker: any Invoker, authorizer: Authorizer, configuration: HostConfiguration,
    metrics: HostMetrics, status: HostStatus, clock: WallClock, logger: Logger, accessLog: AccessLog,
    storage: EmbeddedStorage?
  ) {
    self.catalogue = catalogue
    self.invoker = invoker
    self.authorizer = authorizer
    self.configuration = configuration
    self.metrics = metrics
    self.status = status
    self.clock = clock
    self.logger = logger
    self.accessLog = accessLog
    self.storage = storage
    bodies = BodyBudget(
      capacity: configuration.limits.bodyMemory, patience: .seconds(configuration.limits.bodyWait))
  }

  /// The response to one request on its way to the client.
  package struct Reply: Sendable {
    let answer: Response
    let fields: HostFields
    fileprivate let arrival: Arrival
    fileprivate let findings: Findings
    fileprivate let dispatcher: Dispatcher

    /// The response as a client gets it.
    package var response: Response { answer.completed(fields) }

    /// Counts it and writes its line, once: when the last byte is handed over or the client has left.
    package func finished(_ outcome: InvocationOutcome) {
      dispatcher.releaseBody(of: arrival)
      guard let function = dispatcher.metrics(of: arrival.route) else { return }
      let elapsed = Int((NIODeadline.now() - arrival.started).nanoseconds / 1000)
      let status = outcome.status(of: answer.status.code)
      function.finished(status: status, seconds: Double(elapsed) / 1e6)
      let log = InvocationLog(
        arrival: arrival, findings: findings, proxies: dispatcher.configuration.trustedProxies, status: status,
        outcome: outcome, microseconds: elapsed)
      dispatcher.accessLog.write(log, at: dispatcher.clock.now)
    }
  }

  /// The most parameters that a query may have.
  private static let maximumParameters = 64

  /// The most frequent first.
  private static let methods: [HTTPRequest.Method] = [.post, .get, .put, .patch, .delete, .options, .head]

  /// Finds where a request leads.
  func arrival(of head: IncomingRequest, startedAt started: NIODeadline) -> Arrival {
    Arrival(head, in: catalogue, at: clock.now, started: started)
  }

  /// Answers a request.
  @concurrent package func respond(
    to head: IncomingRequest, body: RequestBody, startedAt started: NIODeadline
  ) async -> Reply {
    await respond(to: arrival(of: head, startedAt: started), body: body)
  }

  /// Answers a request that has come.
  func respond(to arrival: Arrival, body: RequestBody) async -> Reply {
    metrics(of: arrival.route)?.started()
    let trace = arrival.head.headers.first(.traceparent).flatMap(TraceContext.init(traceparent:))
    var findings = Findings()
    let answer = await answer(arrival, body, trace, &findings)
    let fields = HostFields(
      id: arrival.id, servedBy: status.servedBy, traceparent: trace?.traceparent(spanID: arrival.id.spanID))
    return Reply(answer: answer, fields: fields, arrival: arrival, findings: findings, dispatcher: self)
  }

  /// Where requests of a route are counted; nil for those of the host itself.
  private func metrics(of route: Route) -> FunctionMetrics? {
    switch route {
    case .function(let entry, _), .procedure(let entry): entry.metrics
    case .unknownFunction, .unknownProcedure, .malformed, .nothing: status.unrouted
    case .signedObject, .health, .ready, .metricJSON, .metricText: nil
    }
  }

  /// The answer to what is no request, or takes too long.
  func refusal(_ error: HostError, id: InvocationID? = nil) -> (answer: Response, fields: HostFields) {
    if id == nil {
      status.unrouted.started()
      status.unrouted.finished(status: error.status.code, seconds: 0)
      logger.info("Rejected a request", metadata: ["code": "\(error.code)", "reason": "\(error.message)"])
    }
    let id = id ?? InvocationID(at: clock.now)
    return (error.response, HostFields(id: id, servedBy: status.servedBy))
  }

  private func answer(
    _ arrival: Arrival, _ body: RequestBody, _ trace: TraceContext?, _ findings: inout Findings
  ) async -> Response {
    let (head, route) = (arrival.head, arrival.route)
    guard Self.methods.contains(head.method) else { return HostError.methodNotAllowed(CORS.methods).response }
    if head.method == .options, head.headers.contains(.origin), head.headers.contains(.accessControlRequestMethod),
      !route.answersOptions
    {
      return CORS.preflight(head.headers.all)
    }
    switch route {
    case .function(let entry, let path):
      if head.method == .options, !route.answersOptions { return CORS.preflight(head.headers.all) }
      let request = arrival.request(below: path, body.limited(to: entry.bodyLimit))
      return await run(entry, request, arrival, trace, &findings, FunctionAnswers())
    case .procedure(let entry):
      return await call(entry, arrival, body, trace, &findings)
    case .unknownFunction: return HostError.notFound.response
    case .unknownProcedure(let name): return ProcedureError.unknown(name)
    case .malformed: return HostError.malformedPath.response
    case .nothing: return HostError.notFound.response
    case .signedObject(let bucket, let path): return await signedObject(bucket, path, arrival)
    case .health: return (try? .json(["message": "ok"])) ?? .noContent
    case .ready: return await status.readiness()
    case .metricJSON: return await privately(head) { status.counters() }
    case .metricText:
      return await privately(head) {
        metrics.report(bodies)
        return .bytes([UInt8](metrics.registry.text.utf8), contentType: "text/plain; version=0.0.4; charset=utf-8")
      }
    }
  }

  /// `/rest/v1/rpc/<name>`: POST with a JSON object, or GET with a query where the function only reads.
  private func call(
    _ entry: Entry, _ arrival: Arrival, _ body: RequestBody, _ trace: TraceContext?, _ findings: inout Findings
  ) async -> Response {
    var request = arrival.request(below: "", body.limited(to: entry.bodyLimit))
    switch request.method {
    case .post: break
    case .get where entry.endpoint.traits.isReadOnly, .head where entry.endpoint.traits.isReadOnly:
      guard request.query.count <= Self.maximumParameters else {
        return ProcedureError.response(.badRequest("There are more than \(Self.maximumParameters) parameters"))
      }
      let parameters = JSONObject(request.query.map { ($0.name, .string($0.value)) })
      request.body = RequestBody(parameters.json)
    default:
      return ProcedureError.methodNotAllowed(entry.endpoint.traits.isReadOnly ? "GET and POST" : "POST")
    }
    return await run(entry, request, arrival, trace, &findings, ProcedureAnswers())
  }

  private func run(
    _ entry: Entry, _ request: Request, _ arrival: Arrival, _ trace: TraceContext?, _ findings: inout Findings,
    _ answers: some ErrorAnswers
  ) async -> Response {
    do {
      var identity: Identity?
      if entry.needsToken, request.method != .options {
        // Most senders are known: then there is nothing to wait for.
        switch try authorizer.sender(request.fields, at: arrival.date) {
        case .known(let sender): identity = sender
        case .holder(let token): identity = try await authorizer.check(token, at: arrival.date)
        }
      }
      findings.caller = identity
      try entry.endpoint.admit(identity)
      // The body that came may not be the one that the function gets: a query takes its place.
      if let declared = request.declaredLength, declared > entry.bodyLimit {
        throw HostError.payloadTooLarge(limit: entry.bodyLimit)
      }
      var request = request
      if !takesBodyAtOnce(of: request, for: entry, arrival) {
        request = try await takeBody(of: request, for: entry, arrival)
      }
      let invocation = Invocation(
        id: arrival.id, trigger: .http, identity: identity,
        deadline: arrival.date.addingTimeInterval(configuration.limits.wallClock),
        logger: logger, function: entry.endpoint.name, trace: trace, services: entry.services)
      let response = try await invoker.invoke(entry.endpoint, request, invocation)
      // A client goes on waiting after an interim status (RFC 9110, section 15.2).
      guard response.status.code >= 200 else { throw InterimStatus(code: response.status.code) }
      return response.marked()
    } catch {
      findings.note(error)
      return answers.response(to: error)
    }
  }

  private func signedObject(_ bucket: Substring, _ path: Substring, _ arrival: Arrival) async -> Response {
    guard let storage else { return HostError.notFound.response }
    let request = arrival.request(below: "", RequestBody())
    guard request.method == .get || request.method == .head else {
      return HostError.methodNotAllowed("GET, HEAD").response
    }
    do {
      return try await storage.read(bucket: bucket, path: path, request)
    } catch {
      if error.statusCode >= 500 {
        logger.error("A stored file was not sent", metadata: ["id": "\(arrival.id)", "reason": "\(error.message)"])
      }
      return error.response
    }
  }

  /// Numbers about the host are for this machine and for the service key.
  private func privately(_ head: IncomingRequest, _ answer: () -> Response) async -> Response {
    if head.isLocal(trusting: configuration.trustedProxies) { return answer() }
    do {
      guard try await authorizer.identity(head.headers, at: clock.now).role == .serviceRole else {
        return HostError(door: .permissionDenied()).response
      }
      return answer()
    } catch {
      return error.response
    }
  }
}

/// A function's answer that is none.
private struct InterimStatus: Error {
  let code: Int
}

extension Route {
  /// A browser sends no token with a preflight, so a function whose handler needs a caller cannot answer one.
  fileprivate var answersOptions: Bool {
    guard case .function(let entry, _) = self else { return false }
    return entry.endpoint.traits.answersOptions && !entry.endpoint.traits.needsToken
  }
}

extension Arrival {
  /// The request as a function sees it.
  fileprivate func request(below path: Substring, _ body: RequestBody) -> Request {
    Request(
      method: head.method, path: String(path), rawQuery: target.query.map(String.init), fields: head.headers, body: body
    )
  }
}

extension Response {
  /// A function's own failure is marked as one, so that clients can tell it from the host's.
  fileprivate consuming func marked() -> Response {
    guard status.code >= 500, headers[.errorCode] == nil else { return self }
    headers[.errorCode] = HostError.functionError.code
    headers[.accessControlExposeHeaders] = "sb-error-code"
    return self
  }
}
