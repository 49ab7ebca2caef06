import Edge
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A real HTTP server on loopback that a host calls: it counts its requests and answers what it is told. Told nil, it never answers.
final class TestOrigin: Sendable {
  struct Call: Sendable {
    let method: String
    let path: String
    let headers: [String: String]
    let body: String
  }

  private struct State {
    var calls: [Call] = []
    var answer: @Sendable (Call) -> (status: Int, body: String)?
  }

  private let state: Mutex<State>
  private let channel: Mutex<(any Channel)?> = Mutex(nil)

  fileprivate init(_ answer: @escaping @Sendable (Call) -> (status: Int, body: String)?) {
    state = Mutex(State(answer: answer))
  }

  var calls: [Call] { state.withLock { $0.calls } }
  var port: Int { channel.withLock { $0?.localAddress?.port } ?? 0 }
  var url: String { "http://127.0.0.1:\(port)" }

  func answer(_ answer: @escaping @Sendable (Call) -> (status: Int, body: String)?) {
    state.withLock { $0.answer = answer }
  }

  fileprivate func take(_ call: Call) -> (status: Int, body: String)? {
    let answer = state.withLock { state in
      state.calls.append(call)
      return state.answer
    }
    return answer(call)
  }

  fileprivate func start() async throws {
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(Answering(self))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    self.channel.withLock { $0 = channel }
  }

  func stop() async { try? await channel.withLock { $0 }?.close() }
}

private final class Answering: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let origin: TestOrigin
  private var head: HTTPRequestHead?
  private var body = ByteBuffer()

  init(_ origin: TestOrigin) { self.origin = origin }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      self.head = head
      body.clear()
    case .body(let chunk): body.writeImmutableBuffer(chunk)
    case .end:
      guard let head else { return }
      let headers = Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { $1 }
      let answer = origin.take(
        .init(method: head.method.rawValue, path: head.uri, headers: headers, body: String(buffer: body)))
      guard let answer else { return }
      let fields: HTTPHeaders = [
        "content-length": "\(answer.body.utf8.count)", "content-type": "application/json", "connection": "close",
      ]
      let status = HTTPResponseStatus(statusCode: answer.status)
      context.write(wrapOutboundOut(.head(.init(version: .http1_1, status: status, headers: fields))), promise: nil)
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: answer.body)))), promise: nil)
      let channel = context.channel
      context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
    }
  }
}

/// Runs a test with a server that the host under test calls.
func withOrigin(
  _ answer: @escaping @Sendable (TestOrigin.Call) -> (status: Int, body: String)?,
  _ test: (TestOrigin) async throws -> Void
) async throws {
  let origin = TestOrigin(answer)
  try await origin.start()
  let result: Result<Void, any Error>
  do { result = .success(try await test(origin)) } catch { result = .failure(error) }
  await origin.stop()
  try result.get()
}
