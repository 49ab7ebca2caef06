import Console
import Edge
import FoundationEssentials
import HTTPTypes
import Host
import NIOCore
import Synchronization

/// A call of a function from the console, on a request's way through this process.
struct ConsoleCall: Sendable {
  /// The longest time for the whole answer, in seconds.
  private static let patience: Double = 60

  private let request: InvokeRequest
  private let token: String
  private let timeout: Double

  /// - Throws: ``PageError`` if no token can be made.
  init(_ request: InvokeRequest, _ host: HostConfiguration) throws {
    self.request = request
    timeout = min(Self.patience, host.limits.wallClock)
    do {
      switch request.caller {
      case .anon: token = try ProjectKeys(host.tokens).anon
      case .serviceRole: token = try ProjectKeys(host.tokens).serviceRole
      case .user(let id):
        token = try TokenMinter(secret: host.tokens.secret).token(
          role: .authenticated, subject: id.lowercased, expiresIn: 300, now: Date())
      }
    } catch {
      throw PageError.unavailable("No token can be made: the host's secret does not sign tokens")
    }
  }

  /// Calls the function. A call without an answer in time is cancelled and goes on in the background, since its
  /// function may ignore the cancellation.
  ///
  /// - Throws: ``PageError`` if its answer does not come in time.
  func answer(of host: FunctionHost) async throws -> InvokeAnswer {
    let began = ContinuousClock.now
    let (answers, continuation) = AsyncStream.makeStream(of: Result<InvokeAnswer, any Error>.self)
    let end = WakeUp()
    host.background.start(logger: host.logger) {
      await withDiscardingTaskGroup { group in
        group.addTask {
          do {
            continuation.yield(.success(try await send(to: host, began)))
          } catch {
            continuation.yield(.failure(error))
          }
          continuation.finish()
          end.signal()
        }
        while await !end.wait(upTo: .seconds(3600)), !Task.isCancelled {}
        group.cancelAll()
      }
    }
    defer { end.signal() }
    return try await Self.first(of: answers, within: .seconds(timeout)).get()
  }

  /// - Throws: ``PageError`` if no answer comes in time.
  private static func first(
    of answers: AsyncStream<Result<InvokeAnswer, any Error>>, within limit: Duration
  ) async throws -> Result<InvokeAnswer, any Error> {
    let first = await withTaskGroup(of: Result<InvokeAnswer, any Error>?.self) { group in
      group.addTask { await answers.first { _ in true } }
      group.addTask {
        try? await Task.sleep(for: limit)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    guard let first else {
      throw PageError.unavailable(
        "The function has not answered within \(limit.components.seconds) s, and was cancelled")
    }
    return first
  }

  private func send(to host: FunctionHost, _ began: ContinuousClock.Instant) async throws -> InvokeAnswer {
    guard let method = HTTPRequest.Method(request.method) else { throw PageError.invalid("There is no such method") }
    var headers: HTTPFields = [.authorization: "Bearer \(token)"]
    if request.body != nil { headers[.contentType] = request.contentType }
    let reply = await host.dispatcher.respond(
      to: IncomingRequest(method: method, target: request.target, headers: headers),
      body: RequestBody(request.body ?? []), startedAt: .now())
    let response = reply.response
    let kept = Kept()
    var isCut = false
    do {
      switch response.body.content {
      case .bytes(let buffer): try kept.append(buffer)
      case .stream(let write): try await write(ResponseWriter { try kept.append($0) })
      }
      reply.finished(.completed)
    } catch {
      isCut = true
      reply.finished(kept.isFull ? .clientLeft : .failed)
    }
    return InvokeAnswer(
      status: response.status.code, headers: response.headers.map { .init($0.name.rawName, $0.value) },
      body: kept.bytes, isCut: isCut, duration: ContinuousClock.now - began)
  }
}

/// The first bytes of a response's body.
private final class Kept: Sendable {
  private let state = Mutex<[UInt8]>([])

  var bytes: [UInt8] { state.withLock(\.self) }
  var isFull: Bool { state.withLock { $0.count >= InvokeAnswer.bodyLimit } }

  /// - Throws: `CancellationError` once there is no room left, as for a client that has left.
  func append(_ chunk: ByteBuffer) throws {
    try state.withLock { bytes in
      let room = InvokeAnswer.bodyLimit - bytes.count
      bytes += chunk.readableBytesView.prefix(room)
      if chunk.readableBytes > room { throw CancellationError() }
    }
  }
}
