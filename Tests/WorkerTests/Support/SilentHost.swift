import Channel
import Loop
import NIOCore

/// A host that answers an operation only when the test says so, with the worker's end of a channel to it.
final class SilentHost: Sendable {
  /// One end of the channel.
  private final class End: WorkerChannelHandler {
    let operations: AsyncStream<IncomingExchange>
    private let arrived: AsyncStream<IncomingExchange>.Continuation

    init() { (operations, arrived) = AsyncStream.makeStream() }

    func received(hello: ByteBuffer, on channel: WorkerChannel) {}
    func opened(_ exchange: IncomingExchange) { arrived.yield(exchange) }
    func noted(_ payload: ByteBuffer, of id: UInt64, on channel: WorkerChannel) {}
    func closed(_ channel: WorkerChannel, _ reason: ChannelEnd) {}
  }

  private let loop: ChannelLoop
  /// The worker's end.
  let channel: WorkerChannel
  /// What the worker has asked for, in its order.
  let operations: AsyncStream<IncomingExchange>

  init() throws {
    let loop = try ChannelLoop(named: "silent")
    let pair = try ChannelPair.make()
    let host = End()
    loop.start()
    _ = loop.connect(pair.host, as: .host, hello: ByteBuffer(string: "host"), handler: host)
    channel = loop.connect(pair.worker, as: .worker, hello: ByteBuffer(string: "worker"), handler: End())
    operations = host.operations
    self.loop = loop
  }

  /// The loop of both ends. A task on it runs until it waits before the next one on it begins.
  var executor: Reactor { loop.reactor }

  /// The number of operations that wait for their answers, once each task of the executor waits or has ended.
  func openCount() async -> Int {
    let channel = channel
    return await Task(executorPreference: executor) { channel.openCount }.value
  }

  /// Closes the channel, waits for the tasks that use it, and ends the loop.
  func end<Value: Sendable>(after tasks: [Task<Value, any Error>]) async {
    channel.close()
    for task in tasks { _ = await task.result }
    loop.stop()
  }
}
