import CProcess
import Edge
import FoundationEssentials
import Glibc
import Loop
import Synchronization

/// A worker that is a process.
///
/// Its ``ProcessLoop`` watches its end, its output and its limits on the loop's thread.
final class WorkerProcess: WorkerHandle {
  struct State {
    var kill: WorkerKill?
    var output: WorkerOutput
    var rules: LimitRules
    var lastSample: WorkerSample?
    var isReaped = false
    var isPaused = false
    var number: UInt64 = 0
    var folderPace = FolderPace()
  }

  /// The cores that a worker may use at once. At least 2, since a worker still works for a moment when the host has the
  /// answer, which must not count as time without calls.
  private static let cores = max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

  let id: WorkerID
  let limits: WorkerLimits
  let process: StartedProcess
  let page: WorkerPage
  let output: OwnedDescriptor
  /// The folder of its temporary files.
  let folder: String
  let start = ContinuousClock.now
  let state: Mutex<State>
  let ended = Promise<WorkerDeath>()
  let loop: ProcessLoop
  private let channel: OwnedDescriptor
  /// The observer references this object; dropping it at the death breaks the cycle.
  private let watcher: Mutex<(any WorkerObserver)?>
  private let calls = Mutex(CallSlots(count: WorkerPage.count))
  /// Clears away what the process leaves: its descendants and its folder.
  let cleanUp: @Sendable () -> Void

  init(
    _ specification: WorkerSpecification, _ process: StartedProcess, channel: OwnedDescriptor, output: OwnedDescriptor,
    page: WorkerPage, folder: String, observer: any WorkerObserver, loop: ProcessLoop,
    cleanUp: @escaping @Sendable () -> Void
  ) {
    id = specification.worker
    limits = specification.limits
    state = Mutex(
      State(
        output: WorkerOutput(lines: limits.logLines),
        rules: LimitRules(limits, cores: Self.cores, isBooting: true)))
    self.process = process
    self.channel = channel
    self.output = output
    self.page = page
    self.folder = folder
    watcher = Mutex<(any WorkerObserver)?>(observer)
    self.loop = loop
    self.cleanUp = cleanUp
  }

  var pid: Int32 { process.id }

  /// The observer, which is called without a lock; nil after the death.
  var observer: (any WorkerObserver)? { watcher.withLock(\.self) }

  /// Removes the observer and returns it. The caller holds the last reference, so that the observer is not freed under
  /// a lock.
  func takeObserver() -> (any WorkerObserver)? { watcher.withLock { $0.take() } }

  func takeChannel() -> CInt? { channel.take() }

  func booted() {
    // The child cannot always do this: if the host is not dumpable (PR_SET_DUMPABLE), the child's files in /proc belong
    // to root until its exec.
    ifAlive { _ = cprocess_raise_oom_score(pid) }
    guard let sample = sample() else { return }
    state.withLock { $0.rules.booted(sample) }
    let (bytes, overflows) = sample.dataMemory.addingReportingOverflow(limits.memory)
    if !overflows { ifAlive { _ = cprocess_limit_data(pid, bytes) } }
    // It may use the CPU before its first call.
    loop.watch()
  }

  func kill(_ reason: WorkerKill) {
    state.withLock { state in
      guard !state.isReaped else { return }
      // A process that has ended was not ended for this reason: another process may have killed it.
      if state.kill == nil, !process.descriptor.isReady { state.kill = reason }
      cprocess_kill(process.descriptor.value, pid)
    }
  }

  func sample() -> WorkerSample? {
    let usage = state.withLock { state -> cprocess_usage? in
      var usage = cprocess_usage()
      guard !state.isReaped, unsafe cprocess_measure(pid, &usage) == 0 else { return nil }
      return usage
    }
    return usage.map {
      WorkerSample(
        residentMemory: $0.resident, dataMemory: $0.data, cpu: .nanoseconds(Int64(clamping: $0.cpu)),
        threads: Int(clamping: $0.threads))
    }
  }

  nonisolated(nonsending) func death() async -> WorkerDeath { await ended.value() }

  /// Runs an action that uses the process id, unless the process was reaped: the system may reuse the id then.
  private func ifAlive(_ action: () -> Void) {
    state.withLock { if !$0.isReaped { action() } }
  }
}

extension WorkerProcess {
  var hasCalls: Bool { calls.withLock { !$0.isEmpty } }

  /// The calls in hand, and the time so far, in nanoseconds, in which there were calls.
  func watchedCalls(at now: UInt64) -> ([WatchedCall], busy: UInt64) {
    calls.withLock { ($0.watched, $0.busyTime(until: now)) }
  }

  func claimSlot(_ limits: CallLimits) -> UInt32? {
    let now = cprocess_monotonic_time()
    let slot = calls.withLock { $0.claim(limits, at: now) }
    if slot != nil { loop.watch() }
    return slot
  }

  func bind(_ slot: UInt32, to call: UInt64) { calls.withLock { $0.bind(slot, to: call) } }

  func releaseSlot(_ slot: UInt32) {
    let now = cprocess_monotonic_time()
    calls.withLock { $0.release(slot, at: now) }
  }

  func hasBegun(_ call: UInt64, in slot: UInt32) -> Bool { call != 0 && page[slot].call == call }

  func usedTime(of call: UInt64, in slot: UInt32) -> UInt64? {
    let state = page[slot]
    guard call != 0, state.call == call else { return nil }
    let now = cprocess_monotonic_time()
    let piece = state.thread != 0 && now > state.since ? now - state.since : 0
    let (sum, overflows) = state.used.addingReportingOverflow(piece)
    return overflows ? .max : sum
  }
}
