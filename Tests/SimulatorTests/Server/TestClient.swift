import Foundation
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization

@testable import Simulator

/// A client of one connection that shows what the server does, frame by frame.
final class TestClient: Sendable {
  /// What became of a request.
  enum Outcome: Equatable, Sendable {
    case answered(Int, String)
    case reset(HTTP2ErrorCode)
    /// The connection ended first.
    case lost
  }

  enum Event: Equatable, Sendable {
    case maxConcurrentStreams(Int)
    case goAway(last: Int)
    case failed
    /// The connection ended; clean after a close_notify and nothing but HTTP/2.
    case closed(clean: Bool)
  }

  struct State {
    var nextStream = 1
    var statuses: [Int: Int] = [:]
    var bodies: [Int: String] = [:]
    var outcomes: [Int: Outcome] = [:]
    /// The streams that were answered, in the order of their answers.
    var finished: [Int] = []
    var events: [Event] = []
    var errors: [String] = []
    var waiters: [(isDone: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
  }

  let state = Mutex(State())
  private let channel: any Channel

  private init(_ channel: any Channel) { self.channel = channel }

  static func connect(_ port: Int, caFile: String) async throws -> TestClient {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.trustRoots = .file(caFile)
    tls.applicationProtocols = ["h2"]
    let context = try NIOSSLContext(configuration: tls)
    let client = Once<TestClient>()
    _ = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let own = TestClient(channel)
          client.set(own)
          try channel.pipeline.syncOperations.addHandlers(
            NIOSSLClientHandler(context: context, serverHostname: "localhost"),
            NIOHTTP2Handler(mode: .client, initialSettings: []), Handler(client: own))
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
    return await client.value()
  }

  func close() async { try? await channel.close() }

  /// Sends a request and does not wait for its answer.
  @discardableResult
  func send(
    _ method: String, _ path: String, _ headers: [(String, String)] = [], body: String? = nil, ends: Bool = true
  ) -> Int {
    let stream = state.withLock { state in
      defer { state.nextStream += 2 }
      return state.nextStream
    }
    let all = [(":method", method), (":scheme", "https"), (":path", path), (":authority", "localhost")] + headers
    let id = HTTP2StreamID(stream)
    let payload = HTTP2Frame.FramePayload.headers(
      .init(headers: HPACKHeaders(all), endStream: body == nil && ends))
    channel.write(HTTP2Frame(streamID: id, payload: payload), promise: nil)
    if let body { write(body, on: stream, ends: ends) } else { channel.flush() }
    return stream
  }

  func write(_ body: String, on stream: Int, ends: Bool) {
    let data = HTTP2Frame.FramePayload.data(.init(data: .byteBuffer(ByteBuffer(string: body)), endStream: ends))
    channel.writeAndFlush(HTTP2Frame(streamID: HTTP2StreamID(stream), payload: data), promise: nil)
  }

  func reset(_ stream: Int) {
    channel.writeAndFlush(
      HTTP2Frame(streamID: HTTP2StreamID(stream), payload: .rstStream(.cancel)), promise: nil)
  }

  /// Pushes, and does not wait.
  @discardableResult
  func push(token: String = "aabb", body: String = #"{"aps":{"alert":"Hello"}}"#) throws -> Int {
    let issuedAt = Int64(Date().timeIntervalSince1970)
    let headers = [
      ("authorization", "bearer " + (try providerToken(issuedAt: issuedAt - issuedAt % 1000))),
      ("apns-topic", "com.example.app"), ("apns-push-type", "alert"),
    ]
    return send("POST", "/3/device/\(token)", headers, body: body)
  }

  func outcome(_ stream: Int) async -> Outcome? {
    await wait { $0.outcomes[stream] != nil }
    return state.withLock { $0.outcomes[stream] }
  }

  func body(_ stream: Int) -> String { state.withLock { $0.bodies[stream] ?? "" } }

  func wait(for event: Event) async { await wait { $0.events.contains(event) } }

  func wait(until isDone: @escaping @Sendable (State) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if isDone(state) { return true }
        state.waiters.append((isDone, continuation))
        return false
      }
      if isReady { continuation.resume() }
    }
  }

  fileprivate func update(_ change: (inout State) -> Void) {
    let ready = state.withLock { state in
      change(&state)
      let ready = state.waiters.filter { $0.isDone(state) }.map(\.continuation)
      let rest = state.waiters.filter { !$0.isDone(state) }
      state.waiters = rest
      return ready
    }
    for continuation in ready { continuation.resume() }
  }
}

private final class Handler: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame

  private let client: TestClient
  private var isClosed = false

  init(client: TestClient) { self.client = client }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    let stream = Int(frame.streamID)
    client.update { state in
      switch frame.payload {
      case .headers(let headers):
        state.statuses[stream] = headers.headers.first(name: ":status").flatMap { Int($0) }
        if headers.endStream { finish(stream, &state) }
      case .data(let data):
        if case .byteBuffer(let buffer) = data.data { state.bodies[stream, default: ""] += String(buffer: buffer) }
        if data.endStream { finish(stream, &state) }
      case .rstStream(let code): if state.outcomes[stream] == nil { state.outcomes[stream] = .reset(code) }
      case .goAway(let last, _, _): state.events.append(.goAway(last: Int(last)))
      case .settings(.settings(let settings)):
        for setting in settings where setting.parameter == .maxConcurrentStreams {
          state.events.append(.maxConcurrentStreams(setting.value))
        }
      default: break
      }
    }
  }

  private func finish(_ stream: Int, _ state: inout TestClient.State) {
    let reason = state.bodies[stream].flatMap { body in
      try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
    }
    state.finished.append(stream)
    state.outcomes[stream] = .answered(state.statuses[stream] ?? 0, reason?["reason"] as? String ?? "")
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    client.update { state in
      state.errors.append("\(error)")
      state.events.append(.failed)
    }
  }

  func channelInactive(context: ChannelHandlerContext) { close(context) }

  private func close(_ context: ChannelHandlerContext) {
    guard !isClosed else { return }
    isClosed = true
    client.update { state in
      for stream in stride(from: 1, to: state.nextStream, by: 2) where state.outcomes[stream] == nil {
        state.outcomes[stream] = .lost
      }
      state.events.append(.closed(clean: state.errors.isEmpty))
    }
    context.close(promise: nil)
  }
}
