import FoundationEssentials

/// The state machine of a runner: the running jobs, the reasons of cancellations, and the ends that are not written
/// yet. It does no I/O.
struct RunnerState<Handle> {
  /// The identity of one claim. A host may lose a job and claim it again while the old handler still runs.
  struct ClaimID: Hashable {
    let id: Int64
    let fence: Int64
  }

  private struct Running {
    let function: String
    let deadline: ContinuousClock.Instant
    var handle: Handle?
    var reason: CancelReason?
  }

  /// The end of a run, which is not written yet.
  struct Unwritten: Equatable {
    let run: EndedRun
    /// The job's function; nil for the end of a claim that this host had lost.
    let function: String?
    let isIsolated: Bool
  }

  /// The largest number of jobs that run at the same time.
  let capacity: Int
  private var running: [ClaimID: Running] = [:]
  private var ended: [Unwritten] = []
  private(set) var isStopping = false
  /// The number of jobs that may still be claimed; nil for no limit.
  private var remaining: Int?
  /// The running job that was taken over from a host that died.
  private var isolated: ClaimID?
  /// The function of the last isolated job, until a claim has given its other jobs precedence.
  private var lastIsolated: String?

  init(capacity: Int, remaining: Int? = nil) {
    self.capacity = capacity
    self.remaining = remaining
  }

  var room: Int { isStopping ? 0 : max(0, min(capacity - running.count - ended.count, remaining ?? .max)) }
  /// The number of jobs that can be claimed before ends are written; 0 if as many ends wait as jobs may run.
  var roomBeforeWriting: Int {
    isStopping || ended.count >= capacity ? 0 : max(0, min(capacity - running.count, remaining ?? .max))
  }
  /// Whether no more jobs will be claimed, and all have ended.
  var isOver: Bool { isDone && (isStopping || remaining == 0) }
  var count: Int { running.count }
  /// The number of running jobs and of ends that are not written.
  var leftBehind: Int { running.count + ended.count }
  var isDone: Bool { running.isEmpty && ended.isEmpty }
  var hasEnded: Bool { !ended.isEmpty }
  /// Whether all places are taken, most of them by running jobs, so that several ends can be written together.
  var isMostlyRunning: Bool { room == 0 && !isStopping && ended.count < running.count }

  var nextDeadline: ContinuousClock.Instant? {
    running.values.lazy.filter { $0.reason == nil }.map(\.deadline).min()
  }

  /// Whether an isolated job runs, beside which no other job of its function may start.
  var hasIsolated: Bool { isolated != nil }
  /// The facts that decide whether an isolated job may start. A job with an unwritten end counts as running: if the
  /// next isolated job ended this host, the job would have to run again.
  var inHand: JobsInHand {
    JobsInHand(
      functions: Set(running.values.map(\.function) + ended.compactMap(\.function)),
      isolated: isolated.flatMap { running[$0]?.function } ?? ended.first(where: \.isIsolated)?.function,
      lastIsolated: lastIsolated)
  }

  /// Records a claimed job. An isolated one was taken over from a host that died.
  mutating func start(
    _ id: Int64, fence: Int64, function: String = "", deadline: ContinuousClock.Instant, isIsolated: Bool = false
  ) {
    let claim = ClaimID(id: id, fence: fence)
    running[claim] = Running(function: function, deadline: deadline)
    if isIsolated {
      isolated = claim
    } else if lastIsolated == function {
      lastIsolated = nil
    }
    remaining = remaining.map { $0 - 1 }
  }

  /// Records that a claim has given a function's other jobs precedence over its next isolated job. The isolated job is
  /// next, even if the host had no room for the others.
  mutating func gavePrecedence(to function: String) {
    if lastIsolated == function { lastIsolated = nil }
  }

  /// Records the task of a run.
  /// - Returns: whether the task must be cancelled at once.
  mutating func attach(_ handle: Handle, to id: Int64, fence: Int64) -> Bool {
    let claim = ClaimID(id: id, fence: fence)
    running[claim]?.handle = handle
    return running[claim]?.reason != nil
  }

  /// The reason for which a run is being cancelled; nil if it is not.
  func reason(for id: Int64, fence: Int64) -> CancelReason? { running[ClaimID(id: id, fence: fence)]?.reason }

  mutating func end(_ run: EndedRun) {
    let claim = ClaimID(id: run.id, fence: run.fence)
    let function = running.removeValue(forKey: claim)?.function
    let isIsolated = isolated == claim
    if isIsolated { (isolated, lastIsolated) = (nil, function) }
    ended.append(Unwritten(run: run, function: function, isIsolated: isIsolated))
  }

  /// Removes and returns the ends to write. ``putBack(_:)`` returns them if the write fails.
  mutating func takeEnded() -> [Unwritten] {
    defer { ended = [] }
    return ended
  }

  mutating func putBack(_ ends: [Unwritten]) { ended = ends + ended }

  mutating func timeOut(at now: ContinuousClock.Instant) -> [Handle] {
    cancel(because: .timedOut) { _, run in run.deadline <= now }
  }

  /// The claims that run or whose end is not written.
  var claims: Set<ClaimID> { Set(running.keys).union(ended.map { ClaimID(id: $0.run.id, fence: $0.run.fence) }) }

  /// Compares the running jobs with the leases in the database, and cancels those that were cancelled or lost.
  mutating func compare(with leases: [HeldLease]) -> [Handle] {
    let held = Dictionary(leases.map { ($0.id, $0) }) { $1 }
    let cancelled = cancel(because: .cancelled) { claim, _ in
      held[claim.id].map { $0.fence == claim.fence && $0.isCancelled } ?? false
    }
    return cancelled + cancel(because: .leaseLost) { claim, _ in held[claim.id]?.fence != claim.fence }
  }

  /// Ends a runner whose only job is not available.
  mutating func giveUp() { remaining = 0 }

  mutating func stop() { isStopping = true }

  /// Cancels all running jobs at the end of the grace period.
  mutating func cutOff() -> [Handle] { cancel(because: .shutdown) { _, _ in true } }

  private mutating func cancel(
    because reason: CancelReason, _ isMeant: (ClaimID, Running) -> Bool
  ) -> [Handle] {
    var handles: [Handle] = []
    for (claim, run) in running where run.reason == nil && isMeant(claim, run) {
      running[claim]?.reason = reason
      if let handle = run.handle { handles.append(handle) }
    }
    return handles
  }
}
