import Channel
import Edge
import FoundationEssentials
import Logging
import NIOCore

/// Runs one call: decodes the request and the invocation from the host's message, calls the handler, and sends the
/// answer.
struct CallRunner: Sendable {
  let parts: BundleParts
  let exchange: IncomingExchange
  let message: CallMessage
  let background: RemoteBackground
  let logger: Logger
  let invocation: Invocation

  init(
    parts: BundleParts, exchange: IncomingExchange, message: CallMessage, services: Services,
    background: RemoteBackground, logger: Logger
  ) {
    self.parts = parts
    self.exchange = exchange
    self.message = message
    self.background = background
    self.logger = logger
    invocation = Invocation(
      id: InvocationID(message.id), trigger: message.trigger, identity: message.identity,
      deadline: Date(timeIntervalSince1970: message.deadline.isFinite ? message.deadline : 0), logger: logger,
      trace: message.trace, run: message.run, services: services)
  }

  /// Runs the call until its response and its background work have ended.
  func run() async {
    let outcome = await outcome()
    if let stream = outcome.stream {
      exchange.answer(outcome.payload, hasBody: true)
      do {
        let exchange = exchange
        try await stream(ResponseWriter { try await exchange.write($0) })
        exchange.end()
      } catch {
        if !(error is CancellationError) {
          logger.error("The response was broken off", metadata: ["error": "\(error)"])
        }
        exchange.fail(WireError(error).reason)
      }
    } else if background.isIdle {
      // One frame, so that the host need not wait for another.
      return exchange.answer(outcome.payload, isDone: true)
    } else {
      exchange.answer(outcome.payload)
    }
    await background.finish()
    exchange.done()
  }

  private func outcome() async -> CallOutcome {
    do {
      switch message.target {
      case .seed(let day): return try await seed(day)
      case .queueKey:
        let key = try await endpoint().queueKey(of: try await request.body.collectedBytes())
        return CallOutcome(.key(key))
      case .function, .procedure, .route, .job:
        return CallOutcome(try await endpoint().invoke(request, invocation))
      }
    } catch {
      return CallOutcome(CallAnswer(error: error))
    }
  }

  private func seed(_ day: CalendarDay) async throws -> CallOutcome {
    guard let seed = parts.seed else { throw Self.unknown(message.target) }
    let access: ServiceAccess = .serviceRole
    try await seed(Context(caller: try access.admit(Identity(role: .serviceRole)), invocation: invocation), day)
    return CallOutcome(.noContent)
  }

  private func endpoint() throws -> any Endpoint {
    guard let endpoint = parts.endpoint(of: message.target) else { throw Self.unknown(message.target) }
    return endpoint
  }

  private static func unknown(_ target: CallTarget) -> RemoteError {
    RemoteError(type: "UnknownTarget", text: "The bundle does not have the target of the call: \(target)")
  }

  private var request: Request {
    let body: RequestBody =
      switch message.body {
      case .none: RequestBody()
      case .whole(let bytes): RequestBody([UInt8](buffer: bytes))
      case .stream: exchange.body.map { body in RequestBody { try await body.nextPiece() } } ?? RequestBody()
      }
    return Request(
      method: message.method, path: message.path, rawQuery: message.rawQuery, fields: message.fields, body: body)
  }
}

extension RequestBody {
  /// The bytes of an input for the queue, which is at most a job's payload.
  fileprivate func collectedBytes() async throws -> [UInt8] {
    [UInt8](buffer: try await collect(upTo: NewJob.maximumPayload))
  }
}
