import Channel
import NIOCore
import Testing
import Worker

/// The memory of a worker in the host's process.
@Suite(.timeLimit(.minutes(10))) struct WorkerEndTests {
  @Test func aWorkerIsFreedWithItsChannel() async throws {
    let loop = try ChannelLoop(named: "both")
    loop.start()
    let pair = try ChannelPair.make()
    let over = AsyncStream<WorkerEnd>.makeStream()
    weak var runtime: WorkerRuntime?
    do {
      let worker = WorkerRuntime(Worker.Bundle("test"), on: loop.reactor, page: nil, log: WorkerLog()) { end in
        over.continuation.yield(end)
      }
      runtime = worker
      _ = loop.connect(pair.worker, as: .worker, hello: ByteBuffer(), handler: worker)
    }
    let host = loop.connect(pair.host, as: .host, hello: Start(group: "all").hello, handler: IdleHost())
    // It comes after the first frame.
    host.note(WorkerNote.retire.payload)
    for await end in over.stream {
      #expect(end == .retired)
      break
    }
    // There is no signal for the end of an object.
    while runtime != nil { await Task.yield() }
    host.close()
    loop.stop()
  }
}

/// The host's end. It takes what comes.
private final class IdleHost: WorkerChannelHandler {
  func received(hello: ByteBuffer, on channel: WorkerChannel) {}
  func opened(_ exchange: IncomingExchange) { exchange.done() }
  func noted(_ payload: ByteBuffer, of id: UInt64, on channel: WorkerChannel) {}
  func closed(_ channel: WorkerChannel, _ reason: ChannelEnd) {}
}
