import Channel
import NIOCore
import Synchronization
import Worker
import Workers

/// Starts workers in the test's process. The first one answers no call. By default its process ends when a call is about to
/// be sent to it, and its channel stays open until the test closes it. Those after it run a bundle.
final class DyingLauncher: WorkerLauncher {
  private let bundle: Worker.Bundle
  private let whenBound: @Sendable (DyingHandle) -> Void
  private let handles = Mutex<[DyingHandle]>([])

  /// - Parameter whenBound: called when a call is about to be sent to the first worker. It must not use the channel.
  init(_ bundle: Worker.Bundle, whenBound: @escaping @Sendable (DyingHandle) -> Void = { $0.die() }) {
    self.bundle = bundle
    self.whenBound = whenBound
  }

  nonisolated(nonsending) func start(
    _ specification: WorkerSpecification, observer: any WorkerObserver
  ) async throws(WorkerStartFault) -> any WorkerHandle {
    let handle = DyingHandle(specification.worker, observer: observer, whenBound: whenBound)
    let isFirst = handles.withLock { handles in
      handles.append(handle)
      return handles.count == 1
    }
    do { try handle.serve(isFirst ? nil : bundle) } catch {
      throw WorkerStartFault("the worker does not start: \(error)")
    }
    return handle
  }

  /// Closes the channel of the first worker.
  func closeFirst() { handles.withLock(\.first)?.stop() }

  /// Waits for the end of the first worker's channel.
  nonisolated(nonsending) func endOfFirstChannel() async { await handles.withLock(\.first)?.endOfChannel() }

  nonisolated(nonsending) func stop() async {
    for handle in handles.withLock(\.self) { handle.stop() }
  }
}

/// A worker in the test's process: it runs a bundle, or takes calls without an answer.
final class DyingHandle: WorkerHandle {
  private struct State {
    var descriptor: CInt?
    var worker: InProcessWorker?
    var loop: ChannelLoop?
  }

  let id: WorkerID
  let pid: Int32 = 1
  let sandbox = SandboxReport(mode: .open)
  private let observer: any WorkerObserver
  private let whenBound: @Sendable (DyingHandle) -> Void
  private let silent = SilentWorker()
  private let state = Mutex(State())

  init(_ id: WorkerID, observer: any WorkerObserver, whenBound: @escaping @Sendable (DyingHandle) -> Void) {
    self.id = id
    self.observer = observer
    self.whenBound = whenBound
  }

  /// Reports the end of the process.
  func die() { observer.died(end) }

  /// Serves one end of a new pair.
  ///
  /// - Parameter bundle: nil for a worker that answers no call.
  func serve(_ bundle: Worker.Bundle?) throws {
    let pair = try ChannelPair.make()
    if let bundle {
      let worker = try InProcessWorker(bundle)
      state.withLock { ($0.descriptor, $0.worker) = (pair.host, worker) }
      worker.serve(pair.worker)
    } else {
      let loop = try ChannelLoop(named: "silent")
      state.withLock { ($0.descriptor, $0.loop) = (pair.host, loop) }
      loop.start()
      _ = loop.connect(pair.worker, as: .worker, hello: Manifest(bundle: "test").hello, handler: silent)
    }
  }

  /// Waits for the end of the channel of a worker that answers no call.
  nonisolated(nonsending) func endOfChannel() async { for await _ in silent.ended {} }

  func stop() {
    let (worker, loop) = state.withLock { state in
      defer { (state.worker, state.loop) = (nil, nil) }
      return (state.worker, state.loop)
    }
    worker?.stop()
    loop?.stop()
  }

  private var end: WorkerDeath { WorkerDeath(worker: id, pid: pid, end: .status(1)) }

  func takeChannel() -> CInt? {
    state.withLock { state in
      defer { state.descriptor = nil }
      return state.descriptor
    }
  }

  func bind(_ slot: UInt32, to call: UInt64) {
    if state.withLock({ $0.worker == nil }) { whenBound(self) }
  }

  func booted() {}
  func claimSlot(_ limits: CallLimits) -> UInt32? { 0 }
  func releaseSlot(_ slot: UInt32) {}
  func hasBegun(_ call: UInt64, in slot: UInt32) -> Bool { false }
  func usedTime(of call: UInt64, in slot: UInt32) -> UInt64? { nil }
  func kill(_ reason: WorkerKill) {}
  func sample() -> WorkerSample? { nil }
  nonisolated(nonsending) func death() async -> WorkerDeath { end }
}

/// The worker's end of a channel. It keeps its calls without an answer.
private final class SilentWorker: WorkerChannelHandler {
  /// Finishes with the channel.
  let ended: AsyncStream<Void>
  private let end: AsyncStream<Void>.Continuation
  private let calls = Mutex<[IncomingExchange]>([])

  init() { (ended, end) = AsyncStream.makeStream() }

  func received(hello: ByteBuffer, on channel: WorkerChannel) {}
  func opened(_ exchange: IncomingExchange) { calls.withLock { $0.append(exchange) } }
  func noted(_ payload: ByteBuffer, of id: UInt64, on channel: WorkerChannel) {}
  func closed(_ channel: WorkerChannel, _ reason: ChannelEnd) {
    calls.withLock { $0 = [] }
    end.finish()
  }
}
