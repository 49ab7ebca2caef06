/// The steps of one run while it runs. It has no clock: callers pass the time.
///
/// Times are nanoseconds since the run was called. The first 64 steps are kept, the others counted. Two sums of time
/// cover all steps: that of the database and that of other servers. An instant at which several steps of a sum run
/// counts once.
struct RunSteps: Sendable {
  /// The most steps that are kept.
  static let capacity = 64

  /// A step that has begun.
  struct Running: Sendable {
    let kind: RunOperation.Kind
    let began: Int64
    let isKept: Bool
  }

  /// The time in which at least one step ran.
  private struct Sum {
    private var running = 0
    private var since: Int64 = 0
    private var ended: Int64 = 0

    mutating func begin(at now: Int64) {
      if running == 0 { since = now }
      running += 1
    }

    mutating func end(at now: Int64) {
      running -= 1
      if running == 0 { ended += max(0, now - since) }
    }

    func total(at now: Int64) -> Int64 { running == 0 ? ended : ended + max(0, now - since) }
  }

  private var kept: [RunOperation] = []
  private var begun = 0
  private var database = Sum()
  private var calls = Sum()

  mutating func begin(_ kind: RunOperation.Kind, at now: Int64) -> Running {
    begun += 1
    beginTime(kind.isOfDatabase, at: now)
    return Running(kind: kind, began: now, isKept: begun <= Self.capacity)
  }

  mutating func end(_ step: Running, _ description: RunOperation?, at now: Int64) {
    endTime(step.kind.isOfDatabase, at: now)
    if let description { kept.append(description) }
  }

  /// Begins a time that counts without a step.
  mutating func beginTime(_ isOfDatabase: Bool, at now: Int64) {
    if isOfDatabase { database.begin(at: now) } else { calls.begin(at: now) }
  }

  /// Ends a time that counts without a step.
  mutating func endTime(_ isOfDatabase: Bool, at now: Int64) {
    if isOfDatabase { database.end(at: now) } else { calls.end(at: now) }
  }

  /// The summary at an instant. A running step counts in the sums, but is not listed.
  func summary(at now: Int64) -> RunSummary {
    RunSummary(
      operations: kept.count > 1 ? kept.sorted { $0.began < $1.began } : kept,
      dropped: max(0, begun - Self.capacity), database: Int(database.total(at: now) / 1000),
      calls: Int(calls.total(at: now) / 1000))
  }
}

extension RunOperation.Kind {
  /// Whether its time is the database's; else it is that of other servers.
  fileprivate var isOfDatabase: Bool {
    switch self {
    case .statement, .enqueue: true
    case .call, .push, .file: false
    }
  }
}
