import Foundation
import Synchronization

@testable import Simulator

/// A client of one connection that records the server's frames.
final class TestClient: Sendable {
  /// The outcome of a request.
  enum Outcome: Equatable, Sendable {
    case answered(Int, String)
    case reset(Fault.ResetCode?)
    /// The connection ended before an answer.
    case lost
  }

  enum Event: Equatable, Sendable {
    case maxConcurrentStreams(Int)
    case goAway(last: Int)
    case failed
    /// The connection ended; clean means with a close_notify and without invalid bytes.
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
    /// The debug data of the GOAWAY frames.
    var goAwayData: [String] = []
    var errors: [String] = []
    var waiters: [(isDone: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
  }

  let state = Mutex(State())
  private let connection: Mutex<TestConnection>
  private let socket: TestSocket

  private init(_ socket: TestSocket, caFile: String) throws {
    self.socket = socket
    connection = Mutex(try TestConnection(socket, caFile: caFile))
  }

  /// Connects.
  ///
  /// - Parameter first: sends requests with the end of the handshake, before the server's SETTINGS are read.
  static func connect(
    _ port: Int, caFile: String, first: (TestClient) throws -> Void = { _ in }
  ) async throws -> TestClient {
    let client = try TestClient(TestSocket(port: port), caFile: caFile)
    try first(client)
    client.change { $0.start() }
    // Ends when the server closes, or ``close()`` is called.
    Thread.detachNewThread { client.read() }
    return client
  }

  /// Closes the connection, and waits for its end.
  func close() async {
    socket.shutDown()
    await waitForTheEnd()
  }

  /// Sends a request and does not wait for its answer.
  @discardableResult
  func send(
    _ method: String, _ path: String, _ headers: [(String, String)] = [], body: String? = nil, ends: Bool = true
  ) -> Int {
    let stream = state.withLock { state in
      defer { state.nextStream += 2 }
      return state.nextStream
    }
    let pseudo = [(":method", method), (":scheme", "https"), (":path", path), (":authority", "localhost")]
    let fields = (pseudo + headers).map { HTTP2Field($0.0, $0.1) }
    change { $0.request(fields, body: body, ends: ends) }
    return stream
  }

  func write(_ body: String, on stream: Int, ends: Bool) { change { $0.write(body, on: stream, ends: ends) } }

  func reset(_ stream: Int) { change { $0.reset(stream) } }

  /// Writes raw frames.
  func writeFrames(_ bytes: [UInt8]) { change { $0.write(bytes) } }

  func waitForTheEnd() async {
    await wait { state in state.events.contains { if case .closed = $0 { true } else { false } } }
  }

  /// Sends a push and does not wait for its answer.
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

  // MARK: Events

  private func read() {
    while true {
      let bytes = socket.read()
      let goesOn = change { connection in
        switch bytes {
        case .success(let bytes): connection.receive(bytes)
        case .failure(let error): connection.end(error)
        }
        return connection.isOpen
      }
      if !goesOn { return }
    }
  }

  /// Runs a body on the connection, and records its events.
  @discardableResult
  private func change<Value: Sendable>(_ body: (TestConnection) -> Value) -> Value {
    let (value, happenings) = connection.withLock { connection in (body(connection), connection.take()) }
    let ready = state.withLock { state in
      for happening in happenings { state.take(happening) }
      let ready = state.waiters.filter { $0.isDone(state) }.map(\.continuation)
      let rest = state.waiters.filter { !$0.isDone(state) }
      state.waiters = rest
      return ready
    }
    for continuation in ready { continuation.resume() }
    return value
  }
}

extension TestClient.State {
  fileprivate mutating func take(_ happening: TestConnection.Happening) {
    switch happening {
    case .status(let status, let stream): statuses[stream] = status
    case .body(let text, let stream): bodies[stream, default: ""] += text
    case .end(let stream):
      let reason = bodies[stream].flatMap { body in
        try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
      }
      finished.append(stream)
      outcomes[stream] = .answered(statuses[stream] ?? 0, reason?["reason"] as? String ?? "")
    case .reset(let code, let stream): if outcomes[stream] == nil { outcomes[stream] = .reset(code) }
    case .goAwayData(let text): goAwayData.append(text)
    case .event(let event): events.append(event)
    case .failed(let error):
      errors.append(error)
      events.append(.failed)
    case .closed:
      for stream in stride(from: 1, to: nextStream, by: 2) where outcomes[stream] == nil { outcomes[stream] = .lost }
      events.append(.closed(clean: errors.isEmpty))
    }
  }
}
