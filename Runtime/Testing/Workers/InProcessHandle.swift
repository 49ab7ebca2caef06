import Channel
import Edge
import FoundationEssentials
import Loop
import Synchronization
import Worker
import Workers

/// A worker in the test's process.
///
/// It measures nothing and enforces no limit. A call that was sent to it counts as begun.
final class InProcessHandle: WorkerHandle {
  private struct State {
    var descriptor: CInt?
    var worker: InProcessWorker?
    var kill: WorkerKill?
    var isEnded = false
    var lastSlot: UInt32 = 0
    var free: [UInt32] = []
  }

  let id: WorkerID
  let pid = ProcessInfo.processInfo.processIdentifier
  private let observer: any WorkerObserver
  private let state = Mutex(State())
  private let ended = Promise<WorkerDeath>()

  init(_ id: WorkerID, observer: any WorkerObserver) {
    self.id = id
    self.observer = observer
  }

  /// Starts the worker on one end of a new pair.
  func start(_ bundle: Worker.Bundle) throws {
    let pair = try ChannelPair.make()
    let worker = try InProcessWorker(bundle) { [self] _ in end() }
    state.withLock { state in
      state.descriptor = pair.host
      state.worker = worker
    }
    worker.serve(pair.worker)
  }

  func takeChannel() -> CInt? {
    state.withLock { state in
      defer { state.descriptor = nil }
      return state.descriptor
    }
  }

  func booted() {}

  func claimSlot(_ limits: CallLimits) -> UInt32? {
    state.withLock { state in
      if let slot = state.free.popLast() { return slot }
      state.lastSlot += 1
      return state.lastSlot
    }
  }

  func bind(_ slot: UInt32, to call: UInt64) {}

  func releaseSlot(_ slot: UInt32) { state.withLock { $0.free.append(slot) } }

  func hasBegun(_ call: UInt64, in slot: UInt32) -> Bool { true }

  func usedTime(of call: UInt64, in slot: UInt32) -> UInt64? { nil }

  func kill(_ reason: WorkerKill) {
    state.withLock { if $0.kill == nil { $0.kill = reason } }
    end()
  }

  func sample() -> WorkerSample? { nil }

  nonisolated(nonsending) func death() async -> WorkerDeath { await ended.value() }

  /// Ends the worker, and reports its death once. Called when the worker has ended by itself, and to kill it.
  private func end() {
    let (isFirst, worker, kill) = state.withLock { state in
      defer { (state.isEnded, state.worker) = (true, nil) }
      return (!state.isEnded, state.worker, state.kill)
    }
    guard isFirst else { return }
    worker?.stop()
    let death = WorkerDeath(worker: id, pid: pid, end: .status(0), kill: kill)
    ended.fulfil(death)
    observer.died(death)
  }
}
