import Glibc
import Loop
import NIOCore
import Testing

@testable import Channel

/// The two sides of a channel, on a loop each.
struct ChannelTest: Sendable {
  let host: WorkerChannel
  let hostSide: TestHandler
  let worker: WorkerChannel
  let workerSide: TestHandler

  /// Runs a test with a channel. Its tasks run on the host's loop, as a host's do.
  static func run(
    limits: ChannelLimits? = nil, hostServes: @escaping TestHandler.Serve = { $0.done() },
    workerServes: @escaping TestHandler.Serve = { $0.answer($0.payload, isDone: true) },
    _ test: @escaping @Sendable (ChannelTest) async throws -> Void
  ) async throws {
    let (hostLoop, workerLoop) = (try ChannelLoop(named: "test-host"), try ChannelLoop(named: "test-worker"))
    hostLoop.start()
    workerLoop.start()
    let pair = try ChannelPair.make()
    let hostSide = TestHandler(on: hostLoop.reactor, serve: hostServes)
    let workerSide = TestHandler(on: workerLoop.reactor, serve: workerServes)
    let host = hostLoop.connect(
      pair.host, as: .host, hello: ByteBuffer(string: "start"), handler: hostSide, limits: limits)
    let worker = workerLoop.connect(
      pair.worker, as: .worker, hello: ByteBuffer(string: "manifest"), handler: workerSide)
    let both = ChannelTest(host: host, hostSide: hostSide, worker: worker, workerSide: workerSide)
    let result = await Task(executorPreference: hostLoop.reactor) { try await test(both) }.result
    hostLoop.stop()
    workerLoop.stop()
    try result.get()
  }
}

/// A host whose worker's end is the test's: it sends bytes of its own.
struct BareWorker: Sendable {
  let host: WorkerChannel
  let hostSide: TestHandler
  let descriptor: CInt

  static func run(
    limits: ChannelLimits? = nil, hostServes: @escaping TestHandler.Serve = { $0.done() },
    _ test: @escaping @Sendable (BareWorker) async throws -> Void
  ) async throws {
    let loop = try ChannelLoop(named: "test-host")
    loop.start()
    let pair = try ChannelPair.make()
    let side = TestHandler(on: loop.reactor, serve: hostServes)
    let host = loop.connect(pair.host, as: .host, hello: ByteBuffer(), handler: side, limits: limits)
    let worker = BareWorker(host: host, hostSide: side, descriptor: pair.worker)
    let result = await Task { try await test(worker) }.result
    close(pair.worker)
    loop.stop()
    try result.get()
  }

  /// Sends frames, which have to fit into the socket.
  func send(_ frames: Frame...) {
    var buffer = ByteBuffer()
    for frame in frames { frame.write(to: &buffer) }
    send(Array(buffer: buffer))
  }

  func send(_ bytes: [UInt8]) {
    #expect(unsafe Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count)
  }
}
