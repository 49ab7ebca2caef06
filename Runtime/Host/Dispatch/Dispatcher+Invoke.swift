import Edge
import FoundationEssentials
import HTTPTypes
import Loop
import NIOCore
import Synchronization

extension Dispatcher {
  /// The largest JSON body, in bytes, that is decoded on the connection's loop. Decoding delays the loop's other
  /// connections.
  static let shortBody = 64 << 10

  /// `/rest/v1/rpc/<name>`: POST with a JSON object, or GET with a query where the function only reads.
  func call(
    _ served: ServedFunction, _ arrival: Arrival, _ body: RequestBody, _ trace: TraceContext?,
    _ findings: inout Findings
  ) async -> Response {
    var request = arrival.request(below: "", body.limited(to: served.bodyLimit))
    do throws(ProcedureQuery.Refusal) {
      switch request.method {
      case .post: try ProcedureQuery.check(request.query)
      case .get where served.endpoint.traits.isReadOnly, .head where served.endpoint.traits.isReadOnly:
        request.body = RequestBody(try ProcedureQuery.input(request.query, served.inputShapes).json)
      default:
        return ProcedureError.methodNotAllowed(served.endpoint.traits.isReadOnly ? "GET and POST" : "POST")
      }
    } catch {
      return error.response
    }
    return await run(served, request, arrival, trace, &findings, ProcedureAnswers(request.fields))
  }

  /// A request to a table. A body that is not the function's input is not read.
  func answer(
    _ call: TableCall, _ arrival: Arrival, _ body: RequestBody, _ trace: TraceContext?, _ findings: inout Findings
  ) async -> Response {
    let body = call.action.takesBody ? body.limited(to: call.served.bodyLimit) : RequestBody()
    let request = arrival.request(below: "", body)
    return await run(call.served, request, arrival, trace, &findings, TableAnswers(call: call))
  }

  /// Authenticates, reads the body and runs a function, and turns errors into responses.
  func run(
    _ served: ServedFunction, _ request: Request, _ arrival: Arrival, _ trace: TraceContext?,
    _ findings: inout Findings, _ answers: some RouteAnswers
  ) async -> Response {
    do {
      if let limits = served.limits { try await countClient(arrival, limits, &findings) }
      var identity: Identity?
      if served.needsToken, request.method != .options {
        // Most tokens are in the cache, which needs no suspension.
        switch try authorizer.sender(request.fields, at: arrival.date) {
        case .known(let sender): identity = sender
        case .holder(let token): identity = try await authorizer.check(token, at: arrival.date)
        }
      }
      findings.caller = identity
      watch(arrival, of: identity, &findings)
      if let limits = served.limits { try await countCaller(identity, arrival, limits, &findings) }
      try served.endpoint.admit(identity)
      let key = served.endpoint.traits.isIdempotent ? try IdempotencyKey(of: request.fields) : nil
      // The declared length is checked apart from the body, which a GET's query may have replaced.
      if let declared = request.declaredLength, declared > served.bodyLimit {
        throw HostError.payloadTooLarge(limit: served.bodyLimit)
      }
      var request = request
      if !acquireBodyAtOnce(of: request, for: served, arrival) {
        request = try await takeBody(of: request, for: served, identity, arrival)
        // The session may have ended during the wait for the body.
        try authorizer.checkSession(of: identity)
      }
      request = try answers.input(request)
      if let key { return try await answer(key, served, request, arrival, trace, &findings, answers) }
      return try answers.answer(try await invoke(served, request, arrival, identity, trace, served.services))
    } catch {
      findings.note(error)
      return answers.response(to: error)
    }
  }

  /// Runs a function for an admitted caller.
  ///
  /// - Parameter place: the place of a function that runs in an open transaction; nil without one, or with a long input.
  ///   There it waits for nothing, not for another thread either, because the transaction would wait too. A long input is
  ///   decoded on another thread: on SQLite the transaction has not begun then, on Postgres it keeps its connection.
  func invoke(
    _ served: ServedFunction, _ request: Request, _ arrival: Arrival, _ identity: Identity?, _ trace: TraceContext?,
    _ services: Services, at place: CallPlace? = nil
  ) async throws -> Response {
    // The run begins with the wait for its place.
    let began = NIODeadline.now() - (place?.waited ?? .nanoseconds(0))
    let invocation = invocation(of: served, arrival, identity, trace, services, began: began)
    arrival.functionRun.withLock { run in
      run.invocation = invocation
      run.began = began
    }
    defer { arrival.functionRun.withLock { $0.ended = .now() } }
    let response =
      if let place {
        try await invoker.invoke(place.endpoint, request, invocation)
      } else if served.endpoint.traits.input == .json, request.body.count ?? .max > Self.shortBody,
        !served.code.isApart
      {
        try await decodingThreads.perform { try await invoker.invoke(served.endpoint, request, invocation) }
      } else {
        try await served.code.run(apart: blockingThreads) {
          try await invoker.invoke(served.endpoint, request, invocation)
        }
      }
    // After an interim status the client would wait for another response (RFC 9110, section 15.2).
    guard response.status.code >= 200 else { throw InterimStatus(code: response.status.code) }
    return response.marked()
  }

  /// Describes a run of a function, which is called at `began`.
  func invocation(
    of served: ServedFunction, _ arrival: Arrival, _ identity: Identity?, _ trace: TraceContext?,
    _ services: Services, began: NIODeadline
  ) -> Invocation {
    Invocation(
      id: arrival.id, trigger: .http, identity: identity,
      deadline: arrival.date.addingTimeInterval(served.wallClock(within: arrival.served.configuration.limits)),
      logger: logger, function: served.endpoint.name, trace: trace, services: services, began: began)
  }
}

/// The error of a function that responds with an interim status.
private struct InterimStatus: Error {
  let code: Int
}
