import Edge
import Foundation
import Loop
import NIOCore
import Synchronization

import struct Worker.Bundle

@testable import Channel
@testable import Worker

/// A host's end of a channel to a worker in this process. It answers no operation unless the test says how.
final class ScriptedHost: WorkerChannelHandler {
  /// What the worker has sent.
  enum Event: Sendable {
    case hello(ByteBuffer)
    case note(ByteBuffer, UInt64)
    case opened(IncomingExchange)
    case closed(ChannelEnd)
  }

  let loop: ChannelLoop
  let worker: InProcessWorker
  let events: AsyncStream<Event>
  let over: AsyncStream<WorkerEnd>
  private let sink: AsyncStream<Event>.Continuation
  private let connection = Mutex<WorkerChannel?>(nil)

  private init(_ bundle: Bundle, log: WorkerLog) throws {
    loop = try ChannelLoop(named: "host")
    (events, sink) = AsyncStream.makeStream()
    let (over, ended) = AsyncStream.makeStream(of: WorkerEnd.self)
    self.over = over
    worker = try InProcessWorker(bundle, log: log) { ended.yield($0) }
  }

  /// Runs a test with a host that has started a worker of a bundle.
  static func run(
    _ bundle: Bundle, start: Start = Start(group: "all"), log: WorkerLog = WorkerLog(),
    _ body: (ScriptedHost) async throws -> Void
  ) async throws {
    let host = try ScriptedHost(bundle, log: log)
    let pair = try ChannelPair.make()
    host.loop.start()
    let channel = host.loop.connect(pair.host, as: .host, hello: start.hello, handler: host)
    host.connection.withLock { $0 = channel }
    host.worker.serve(pair.worker)
    defer {
      host.loop.stop()
      host.worker.stop()
    }
    try await body(host)
  }

  var channel: WorkerChannel? { connection.withLock { $0 } }

  /// Opens the exchange of a call.
  func open(_ message: CallMessage, hasBody: Bool = false) throws -> OutgoingExchange {
    guard let channel else { throw ChannelClosed() }
    return try channel.open(message.payload, hasBody: hasBody)
  }

  /// Calls a target and waits for its answer.
  func call(_ message: CallMessage) async throws -> CallAnswer {
    try CallAnswer(payload: try await open(message).answer())
  }

  func received(hello: ByteBuffer, on channel: WorkerChannel) { sink.yield(.hello(hello)) }
  func opened(_ exchange: IncomingExchange) { sink.yield(.opened(exchange)) }
  func noted(_ payload: ByteBuffer, of id: UInt64, on channel: WorkerChannel) { sink.yield(.note(payload, id)) }
  func closed(_ channel: WorkerChannel, _ reason: ChannelEnd) { sink.yield(.closed(reason)) }
}

extension CallMessage {
  /// A request to a function, with a JSON body.
  static func to(_ name: String, _ json: String = "", deadline: Double = 4e9) -> CallMessage {
    CallMessage(
      target: .function(name), slot: 0, id: UUID(), trigger: .http, deadline: deadline, now: 1_800_000_000,
      body: json.isEmpty ? .none : .whole(ByteBuffer(string: json)))
  }
}

extension CallAnswer {
  /// Status and body of a whole response; nil for any other answer.
  var whole: (status: Int, text: String)? {
    switch self {
    case .response(let status, _, .whole(let bytes)): (status.code, String(buffer: bytes))
    case .response(let status, _, .none): (status.code, "")
    default: nil
    }
  }
}

extension ExchangeBody {
  /// The whole stream as a text.
  func text() async throws -> String {
    var whole = ByteBuffer()
    while var piece = try await next() { whole.writeBuffer(&piece) }
    return String(buffer: whole)
  }
}
