import Channel
import Glibc
import Synchronization
import Worker

@testable import Workers

/// Starts workers of which the first one dies when it is given a call, before it has the call. Those after it do not
/// send their first frame.
final class FadingLauncher: WorkerLauncher {
  private let handles = Mutex<[FadingHandle]>([])

  nonisolated(nonsending) func start(
    _ specification: WorkerSpecification, observer: any WorkerObserver
  ) async throws(WorkerStartFault) -> any WorkerHandle {
    let handle = FadingHandle(specification.worker, observer: observer)
    let isFirst = handles.withLock { handles in
      handles.append(handle)
      return handles.count == 1
    }
    guard isFirst else { return handle }
    do { try handle.serve() } catch { throw WorkerStartFault("the worker does not start: \(error)") }
    return handle
  }

  nonisolated(nonsending) func stop() async {
    for handle in handles.withLock(\.self) { handle.stop() }
  }
}

/// A worker in the test's process whose end comes with its first call, which gets no slot once the group has seen it.
final class FadingHandle: WorkerHandle {
  private struct State {
    var descriptor: CInt?
    var worker: InProcessWorker?
  }

  let id: WorkerID
  let pid: Int32 = 1
  private let observer: any WorkerObserver
  private let state = Mutex(State())

  init(_ id: WorkerID, observer: any WorkerObserver) {
    self.id = id
    self.observer = observer
  }

  /// Serves one end of a new pair.
  func serve() throws {
    let pair = try ChannelPair.make()
    let worker = try InProcessWorker(Worker.Bundle("test"))
    state.withLock { state in
      state.descriptor = pair.host
      state.worker = worker
    }
    worker.serve(pair.worker)
  }

  func stop() { state.withLock { $0.worker.take() }?.stop() }

  private var end: WorkerDeath { WorkerDeath(worker: id, pid: pid, end: .status(1)) }

  func takeChannel() -> CInt? {
    state.withLock { state in
      defer { state.descriptor = nil }
      return state.descriptor
    }
  }

  func claimSlot(_ limits: CallLimits) -> UInt32? {
    stop()
    observer.died(end)
    // Until the end of its channel is seen too.
    while let member = observer as? GroupMember, member.group.read({ $0.members[id] != nil }) { sched_yield() }
    return nil
  }

  func booted() {}
  func bind(_ slot: UInt32, to call: UInt64) {}
  func releaseSlot(_ slot: UInt32) {}
  func hasBegun(_ call: UInt64, in slot: UInt32) -> Bool { false }
  func usedTime(of call: UInt64, in slot: UInt32) -> UInt64? { nil }
  func kill(_ reason: WorkerKill) {}
  func sample() -> WorkerSample? { nil }
  nonisolated(nonsending) func death() async -> WorkerDeath { end }
}
