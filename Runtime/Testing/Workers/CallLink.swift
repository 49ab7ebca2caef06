package import Channel
package import Edge
import Host
import Loop
import NIOCore
import Synchronization
package import Worker
package import Workers

/// One call of a worker without its function: a channel within the process, the host's services at one end, and those
/// of the worker at the other. Tests use it to run the contract tests of the host's services against the services of a
/// worker.
package final class CallLink: Sendable {
  private let loops: [ChannelLoop]
  private let ends: (host: WorkerChannel, worker: WorkerChannel)
  private let host: LinkedHost
  private let remote: HostServices
  private let invocation: Invocation
  private let call: UInt64
  /// The call's services in the worker.
  package let services: CallServices

  /// The call's channel in the worker, for the database.
  package var channel: CallChannel { CallChannel(ends.worker, call: call) }

  /// Begins a call of a run, whose services the host uses, and waits until the worker has it: notes about a call that
  /// it does not have are dropped.
  package init(
    _ invocation: Invocation, logger: Logger, memory: OperationMemory = OperationMemory()
  ) async throws {
    let loops = try [ChannelLoop(named: "link-host"), ChannelLoop(named: "link-worker")]
    for loop in loops { loop.start() }
    let pair = try ChannelPair.make()
    let host = LinkedHost(WorkerServices(reactor: loops[0].reactor, logger: logger, memory: memory))
    let worker = LinkedWorker()
    ends = (
      loops[0].connect(pair.host, as: .host, hello: ByteBuffer(string: "host"), handler: host),
      loops[1].connect(pair.worker, as: .worker, hello: ByteBuffer(string: "worker"), handler: worker)
    )
    let ends = ends
    call = try host.services.begin(invocation) { () throws(ChannelClosed) in
      try ends.host.open(ByteBuffer(string: "call"))
    }.id
    let remote = HostServices(ends.worker)
    worker.services.withLock { $0 = remote }
    services = CallServices(remote, call: call)
    (self.loops, self.host, self.remote, self.invocation) = (loops, host, remote, invocation)
    _ = await worker.call.value()
  }

  /// Opens an operation by its bytes, as a worker that does not keep the rules.
  package func open(_ payload: ByteBuffer) throws -> OutgoingExchange { try ends.worker.open(payload) }

  /// The violations of the worker, in order; the channel closes with the first.
  package var violations: [String] { host.violations.withLock { $0 } }

  /// Ends the worker's side, as the death of its process does.
  package func killWorker() { ends.worker.close() }

  /// Begins one more call of the run.
  ///
  /// - Returns: its services in the worker.
  package func beginAnother() throws -> CallServices {
    let call = try host.services.begin(invocation) { () throws(ChannelClosed) in
      try ends.host.open(ByteBuffer(string: "call"))
    }.id
    return CallServices(remote, call: call)
  }

  /// Ends all calls at the host, as the death of the worker's process does.
  package func endAll(within limit: Duration) async { await host.services.endAll(within: limit) }

  /// Ends the call at the host, as the worker's answer does. The channel stays open.
  package func endCall() async { await host.services.end(call) }

  /// Ends the call, and then the channel.
  package func end() async {
    await host.services.endAll()
    for loop in loops { loop.stop() }
  }
}

/// The host's end.
private final class LinkedHost: WorkerChannelHandler {
  let services: WorkerServices
  let violations = Mutex<[String]>([])

  init(_ services: WorkerServices) { self.services = services }

  func received(hello: ByteBuffer, on channel: WorkerChannel) {}

  func opened(_ exchange: IncomingExchange) {
    do throws(WorkerViolation) { try services.opened(exchange) } catch { refuse(error, exchange.channel) }
  }

  func noted(_ payload: ByteBuffer, of id: UInt64, on channel: WorkerChannel) {
    do throws(WorkerViolation) { try services.noted(payload, of: id) } catch { refuse(error, channel) }
  }

  func closed(_ channel: WorkerChannel, _ reason: ChannelEnd) {}

  private func refuse(_ violation: WorkerViolation, _ channel: WorkerChannel) {
    violations.withLock { $0.append(violation.description) }
    channel.close()
  }
}

/// The worker's end. It keeps its call open.
private final class LinkedWorker: WorkerChannelHandler {
  let services = Mutex<HostServices?>(nil)
  /// The call, once it has come.
  let call = Promise<IncomingExchange>()

  func received(hello: ByteBuffer, on channel: WorkerChannel) {}
  func opened(_ exchange: IncomingExchange) { call.fulfil(exchange) }
  func noted(_ payload: ByteBuffer, of id: UInt64, on channel: WorkerChannel) {
    services.withLock { $0 }?.noted(payload, of: id)
  }
  func closed(_ channel: WorkerChannel, _ reason: ChannelEnd) {}
}
