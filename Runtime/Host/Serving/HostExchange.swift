import Edge
import HTTPServer
import NIOCore

/// The host's handler of one exchange: the dispatcher answers it, and it is listed among the running invocations.
final class HostExchange: ExchangeHandler {
  private let arrival: Arrival
  private let dispatcher: Dispatcher

  init(
    _ head: RequestHead, from peer: String?, at now: NIODeadline, dispatcher: Dispatcher,
    running: RunningInvocations, on loop: Int
  ) {
    arrival = dispatcher.arrival(
      of: IncomingRequest(
        method: head.method, target: head.target,
        headers: RequestFields(bytes: head.fields.bytes, fields: head.fields.fields), peer: peer),
      startedAt: now, table: running, on: loop)
    self.dispatcher = dispatcher
  }

  var isImmediate: Bool { !arrival.runsFunction }

  var time: ExchangeTime {
    switch arrival.route {
    case .handled(let served, _): served.handler.isTimed ? .common : .unlimited
    case .control(let served): served.endpoint.name != LogsControl.controlName ? .common : .unlimited
    default: arrival.route.function?.time.map(ExchangeTime.own) ?? .common
    }
  }

  func respond(to body: IncomingBody, through exchange: Exchange) async {
    guard let invocation = arrival.invocation else { return await answer(body, exchange) }
    await RunningInvocation.$current.withValue(invocation) { await answer(body, exchange) }
  }

  private func answer(_ body: IncomingBody, _ exchange: Exchange) async {
    let reply = await dispatcher.respond(to: arrival, body: RequestBody(body))
    let response = ServerResponse(reply.answer, reply.fields)
    if response.isTunnel {
      return exchange.open(response) { [ending = reply.ending] in ending.finished(InvocationOutcome($0)) }
    }
    let outcome = await exchange.send(response)
    // In the task, not on the loop: writing to the log may take long.
    reply.finished(InvocationOutcome(outcome))
  }

  func refusal(of fault: ProtocolFault) -> ServerResponse {
    var limits = dispatcher.configuration.limits
    if let own = arrival.route.function?.time { limits.idleTimeout = own.idle }
    let error = HostError(fault, limits: limits)
    let (answer, fields) = dispatcher.refusal(error, of: arrival)
    return ServerResponse(answer, fields)
  }
}

extension RequestBody {
  fileprivate init(_ body: IncomingBody) {
    switch body {
    case .whole(let bytes): self.init(bytes)
    case .stream(let pipe): self.init { try await pipe.next() }
    }
  }
}

extension InvocationOutcome {
  fileprivate init(_ outcome: ExchangeOutcome) {
    self =
      switch outcome {
      case .completed: .completed
      case .clientLeft: .clientLeft
      case .failed: .failed
      case .replaced(let status): .replaced(status: status)
      }
  }
}
