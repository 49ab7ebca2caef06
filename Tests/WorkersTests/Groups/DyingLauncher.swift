import Channel
import NIOCore
import Synchronization
import Worker
import Workers

/// Starts workers in the test's process. The first one answers what the test answers for it. By default its process ends
/// when a call is about to be sent to it, and its channel stays open until the test closes it. Those after it run a
/// bundle.
final class DyingLauncher: WorkerLauncher {
  private let bundle: Worker.Bundle?
  private let marksCalls: Bool
  private let whenBound: DyingHandle.Bound
  private let whenOpened: DyingHandle.Opened
  private let handles = Mutex<[DyingHandle]>([])

  /// - Parameters:
  ///   - bundle: nil for workers after the first that do not send their first frame.
  ///   - marksCalls: whether each call of the first worker counts as begun.
  ///   - whenBound: called when a call is about to be sent to the first worker. It must not use the channel.
  ///   - whenOpened: called with each call of the first worker, on the loop of its channel.
  init(
    _ bundle: Worker.Bundle? = nil, marksCalls: Bool = false, whenBound: @escaping DyingHandle.Bound = { $0.die() },
    whenOpened: @escaping DyingHandle.Opened = { _, _ in }
  ) {
    self.bundle = bundle
    self.marksCalls = marksCalls
    self.whenBound = whenBound
    self.whenOpened = whenOpened
  }

  nonisolated(nonsending) func start(
    _ specification: WorkerSpecification, observer: any WorkerObserver
  ) async throws(WorkerStartFault) -> any WorkerHandle {
    let handle = DyingHandle(specification.worker, observer: observer, marksCalls: marksCalls, whenBound: whenBound)
    let isFirst = handles.withLock { handles in
      handles.append(handle)
      return handles.count == 1
    }
    do {
      if isFirst { try handle.serve(whenOpened) } else if let bundle { try handle.serve(bundle) }
    } catch {
      throw WorkerStartFault("the worker does not start: \(error)")
    }
    return handle
  }

  /// The reasons for which the first worker was to be killed.
  var kills: [WorkerKill] { handles.withLock(\.first)?.kills ?? [] }

  /// Closes the channel of the first worker.
  func closeFirst() { handles.withLock(\.first)?.stop() }

  /// Waits for the end of the first worker's channel.
  nonisolated(nonsending) func endOfFirstChannel() async { await handles.withLock(\.first)?.endOfChannel() }

  nonisolated(nonsending) func stop() async {
    for handle in handles.withLock(\.self) { handle.stop() }
  }
}

/// A worker in the test's process: it runs a bundle, or gives its calls to the test.
final class DyingHandle: WorkerHandle {
  typealias Bound = @Sendable (DyingHandle) -> Void
  typealias Opened = @Sendable (DyingHandle, IncomingExchange) -> Void

  private struct State {
    var descriptor: CInt?
    var worker: InProcessWorker?
    var loop: ChannelLoop?
    var kills: [WorkerKill] = []
  }

  let id: WorkerID
  let pid: Int32 = 1
  private let observer: any WorkerObserver
  private let marksCalls: Bool
  private let whenBound: Bound
  private let channelEnd = AsyncStream<Void>.makeStream()
  private let state = Mutex(State())

  init(_ id: WorkerID, observer: any WorkerObserver, marksCalls: Bool, whenBound: @escaping Bound) {
    self.id = id
    self.observer = observer
    self.marksCalls = marksCalls
    self.whenBound = whenBound
  }

  /// The reasons for which it was to be killed.
  var kills: [WorkerKill] { state.withLock(\.kills) }

  /// Reports the end of the process.
  ///
  /// - Parameter change: says how it ended.
  func die(_ change: (inout WorkerDeath) -> Void = { _ in }) {
    var death = end
    change(&death)
    observer.died(death)
  }

  /// Serves one end of a new pair with a bundle.
  func serve(_ bundle: Worker.Bundle) throws {
    let pair = try ChannelPair.make()
    let worker = try InProcessWorker(bundle)
    state.withLock { ($0.descriptor, $0.worker) = (pair.host, worker) }
    worker.serve(pair.worker)
  }

  /// Waits for the end of the channel of a worker without a bundle.
  nonisolated(nonsending) func endOfChannel() async { for await _ in channelEnd.stream {} }

  /// Serves one end of a new pair by giving the calls to the test.
  func serve(_ whenOpened: @escaping Opened) throws {
    let pair = try ChannelPair.make()
    let loop = try ChannelLoop(named: "silent")
    state.withLock { ($0.descriptor, $0.loop) = (pair.host, loop) }
    loop.start()
    let silent = SilentWorker { [weak self] exchange in
      if let self { whenOpened(self, exchange) }
    } whenClosed: { [channelEnd] in
      channelEnd.continuation.finish()
    }
    _ = loop.connect(pair.worker, as: .worker, hello: Manifest(bundle: "test").hello, handler: silent)
  }

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
  func hasBegun(_ call: UInt64, in slot: UInt32) -> Bool { marksCalls }
  func usedTime(of call: UInt64, in slot: UInt32) -> UInt64? { nil }
  func kill(_ reason: WorkerKill) { state.withLock { $0.kills.append(reason) } }
  func sample() -> WorkerSample? { nil }
  nonisolated(nonsending) func death() async -> WorkerDeath { end }
}

/// The worker's end of a channel. It keeps its calls.
private final class SilentWorker: WorkerChannelHandler {
  private let whenOpened: @Sendable (IncomingExchange) -> Void
  private let whenClosed: @Sendable () -> Void
  private let calls = Mutex<[IncomingExchange]>([])

  init(whenOpened: @escaping @Sendable (IncomingExchange) -> Void, whenClosed: @escaping @Sendable () -> Void) {
    self.whenOpened = whenOpened
    self.whenClosed = whenClosed
  }

  func received(hello: ByteBuffer, on channel: WorkerChannel) {}
  func opened(_ exchange: IncomingExchange) {
    calls.withLock { $0.append(exchange) }
    whenOpened(exchange)
  }
  func noted(_ payload: ByteBuffer, of id: UInt64, on channel: WorkerChannel) {}
  func closed(_ channel: WorkerChannel, _ reason: ChannelEnd) {
    calls.withLock { $0 = [] }
    whenClosed()
  }
}
