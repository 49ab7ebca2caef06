import Foundation

/// Why a run is cancelled.
enum CancelReason: Sendable, Equatable {
  /// It took longer than it may.
  case timedOut
  /// Somebody wants it so.
  case cancelled
  /// Another host has the job by now.
  case leaseLost
  /// The host stops, and the grace time is over.
  case shutdown
}

/// The jobs that one host has in hand: which run, which are to be cancelled and why, what is to be written. The rules alone, without I/O.
struct RunnerState<Handle> {
  /// One claim of a job: a host may lose a job and get it again while its old handler still runs.
  struct Claim: Hashable {
    let id: Int64
    let fence: Int64
  }

  private struct Running {
    let function: String
    let deadline: ContinuousClock.Instant
    var handle: Handle?
    var reason: CancelReason?
  }

  /// How many jobs run at the same time at most.
  let capacity: Int
  private var running: [Claim: Running] = [:]
  private var ended: [EndedRun] = []
  private(set) var isStopping = false
  /// How many more jobs may be claimed; nil sets no end.
  private var remaining: Int?
  /// The job that was taken over from a host that died, and runs.
  private var alone: Claim?
  /// The function of the last one, as long as none of its other jobs has started since.
  private var lastAlone: String?

  init(capacity: Int, remaining: Int? = nil) {
    self.capacity = capacity
    self.remaining = remaining
  }

  /// How many jobs can be claimed.
  var room: Int { isStopping ? 0 : max(0, min(capacity - running.count - ended.count, remaining ?? .max)) }
  /// How many could be claimed before what has ended is written; none once that is as much as may run.
  var roomBeforeWriting: Int {
    isStopping || ended.count >= capacity ? 0 : max(0, min(capacity - running.count, remaining ?? .max))
  }
  /// Whether no job will be claimed any more, and all have ended.
  var isOver: Bool { isDone && (isStopping || remaining == 0) }
  /// How many jobs are in hand.
  var count: Int { running.count }
  /// How many jobs are in hand, or have ended without its having been written.
  var leftBehind: Int { running.count + ended.count }
  /// Whether nothing is in hand and nothing is left to write.
  var isDone: Bool { running.isEmpty && ended.isEmpty }
  var hasEnded: Bool { !ended.isEmpty }
  /// Whether all places are taken, most of them by what still runs: what ends soon can be written together.
  var isMostlyRunning: Bool { room == 0 && !isStopping && ended.count < running.count }

  /// When the next run has taken too long.
  var nextDeadline: ContinuousClock.Instant? {
    running.values.lazy.filter { $0.reason == nil }.map(\.deadline).min()
  }

  /// Whether a job runs that no other of its function may start beside.
  var hasAlone: Bool { alone != nil }
  /// What decides whether a job that was taken over may start.
  var inHand: JobsInHand {
    JobsInHand(
      functions: Set(running.values.map(\.function)), alone: alone.flatMap { running[$0]?.function },
      lastAlone: lastAlone)
  }

  /// A job was claimed.
  ///
  /// - Parameter isAlone: whether it was taken over from a host that died.
  mutating func start(
    _ id: Int64, fence: Int64, function: String = "", deadline: ContinuousClock.Instant, isAlone: Bool = false
  ) {
    let claim = Claim(id: id, fence: fence)
    running[claim] = Running(function: function, deadline: deadline)
    if isAlone {
      alone = claim
    } else if lastAlone == function {
      lastAlone = nil
    }
    remaining = remaining.map { $0 - 1 }
  }

  /// A run's task is there now.
  ///
  /// - Returns: whether it is to be cancelled at once.
  mutating func attach(_ handle: Handle, to id: Int64, fence: Int64) -> Bool {
    let claim = Claim(id: id, fence: fence)
    running[claim]?.handle = handle
    return running[claim]?.reason != nil
  }

  /// Why a run is being cancelled; nil if it is not.
  func reason(for id: Int64, fence: Int64) -> CancelReason? { running[Claim(id: id, fence: fence)]?.reason }

  /// A run has ended.
  mutating func end(_ run: EndedRun) {
    let claim = Claim(id: run.id, fence: run.fence)
    let function = running.removeValue(forKey: claim)?.function
    if alone == claim { (alone, lastAlone) = (nil, function) }
    ended.append(run)
  }

  /// What is to be written; given back by ``putBack(_:)`` if that fails.
  mutating func takeEnded() -> [EndedRun] {
    defer { ended = [] }
    return ended
  }

  mutating func putBack(_ runs: [EndedRun]) { ended = runs + ended }

  /// The runs that have taken too long.
  mutating func timeOut(at now: ContinuousClock.Instant) -> [Handle] {
    cancel(because: .timedOut) { _, run in run.deadline <= now }
  }

  /// The claims that are in hand, or whose end is not written.
  var claims: Set<Claim> { Set(running.keys).union(ended.map { Claim(id: $0.id, fence: $0.fence) }) }

  /// Compares with the leases that the database knows.
  mutating func compare(with leases: [HeldLease]) -> [Handle] {
    let held = Dictionary(leases.map { ($0.id, $0) }) { $1 }
    let cancelled = cancel(because: .cancelled) { claim, _ in
      held[claim.id].map { $0.fence == claim.fence && $0.isCancelled } ?? false
    }
    return cancelled + cancel(because: .leaseLost) { claim, _ in held[claim.id]?.fence != claim.fence }
  }

  /// The one job that was to be run is somebody else's, or gone.
  mutating func giveUp() { remaining = 0 }

  /// Takes no more jobs.
  mutating func stop() { isStopping = true }

  /// Cancels what is still in hand when the grace time is over.
  mutating func cutOff() -> [Handle] { cancel(because: .shutdown) { _, _ in true } }

  private mutating func cancel(
    because reason: CancelReason, _ isMeant: (Claim, Running) -> Bool
  ) -> [Handle] {
    var handles: [Handle] = []
    for (claim, run) in running where run.reason == nil && isMeant(claim, run) {
      running[claim]?.reason = reason
      if let handle = run.handle { handles.append(handle) }
    }
    return handles
  }
}
