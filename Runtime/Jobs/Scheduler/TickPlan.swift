import Edge
import FoundationEssentials

/// The plan for a job's due ticks: which run, and which are skipped. A pure function, without a clock or a database.
struct TickPlan: Equatable {
  /// A tick that runs.
  struct Run: Equatable {
    let tick: Date
    /// Whether it was not decided in time: no host was up, or the database was away.
    let isLate: Bool
  }

  /// Ticks that do not run, with one row of the history for all of them.
  struct Skip: Equatable {
    /// The last of them.
    let tick: Date
    let isLate: Bool
    let reason: String
  }

  var runs: [Run] = []
  var skips: [Skip] = []
  /// Whether the job's unfinished run is cancelled.
  var replacesLast = false
  /// The instant up to which every tick is decided.
  var decidedUntil: Date

  /// The age in seconds above which an undecided tick counts as missed.
  static let punctual: Double = 10

  /// How long before the start of the watch, in seconds, a tick still counts as punctual. The scheduler checks at least
  /// once in this period, so such a tick may be undecided although hosts were up.
  static let checkInterval: Double = ScheduleWatch.longestPause.seconds

  /// Plans the due ticks of a schedule that this host has watched since an instant. The ticks of a paused job are
  /// dropped. `lastRun` is the id of the job's last run, if it is unfinished.
  init(
    _ ticks: some Ticking, catchUp: Job.CatchUp, overlap: Job.Overlap, decidedUntil: Date, watchedSince: Date,
    now: Date, isPaused: Bool, lastRun: Int64?
  ) {
    self.decidedUntil = max(decidedUntil, now)
    guard !isPaused else { return }
    let watched = max(
      watchedSince.addingTimeInterval(-Self.checkInterval), now.addingTimeInterval(-Self.punctual))
    var (late, punctual) = Self.due(ticks, after: decidedUntil, until: now, watched: watched, catchUp: catchUp)
    leaveOut(&late, catchUp, beforeOthers: !punctual.isEmpty, first: ticks.next(after: decidedUntil))
    // Ticks that catch up wait for one another, so they do not overlap.
    let isCatchingUp = catchUp.runsAll && !late.isEmpty
    if overlap == .forbid, let lastRun {
      let refused = (isCatchingUp ? [] : late.map { ($0, true) }) + punctual.map { ($0, false) }
      skips += refused.map {
        Skip(tick: $0.0, isLate: $0.1, reason: "the last run, job \(lastRun), was still going")
      }
      if !isCatchingUp { late = [] }
      punctual = []
    }
    replacesLast = overlap == .replace && lastRun != nil && !(late.isEmpty && punctual.isEmpty)
    if overlap != .allow, !isCatchingUp, punctual.count > 1 {
      // The ticks are due together, and only one can run.
      let kept = overlap == .replace ? punctual.removeLast() : punctual.removeFirst()
      skips += punctual.map { Skip(tick: $0, isLate: false, reason: "it came together with another tick") }
      punctual = [kept]
    }
    runs = late.map { Run(tick: $0, isLate: true) } + punctual.map { Run(tick: $0, isLate: false) }
  }

  /// The due ticks in order, split into missed and punctual ones. At most one more missed tick is returned than the
  /// catch-up rule runs.
  private static func due(
    _ ticks: some Ticking, after decided: Date, until now: Date, watched: Date, catchUp: Job.CatchUp
  ) -> (late: [Date], punctual: [Date]) {
    let wanted = if case .all(let limit) = catchUp { max(1, limit) } else { 1 }
    var late: [Date] = []
    var punctual: [Date] = []
    // From the last tick backwards, because a million may have passed since a host was up.
    var tick = ticks.previous(before: now.addingTimeInterval(1))
    while let current = tick, current > decided, late.count <= wanted {
      defer { tick = ticks.previous(before: current) }
      guard current <= now else { continue }
      if current > watched { punctual.append(current) } else { late.append(current) }
    }
    return (late.reversed(), punctual.reversed())
  }

  /// Removes the late ticks that the catch-up rule skips, and records them as one skip.
  private mutating func leaveOut(
    _ late: inout [Date], _ catchUp: Job.CatchUp, beforeOthers: Bool, first: Date?
  ) {
    let kept =
      switch catchUp {
      case .skip: 0
      case .latest: beforeOthers ? 0 : 1
      case .all(let limit): max(0, limit)
      }
    guard late.count > kept else { return }
    let left = late.dropLast(kept)
    if let last = left.last {
      let since = first.map { $0 < last ? " (and those before it, since \(WireDate.string(from: $0)))" : "" } ?? ""
      let reason = "the tick was not decided in time\(since): the database was away, or no host was up"
      skips.append(Skip(tick: last, isLate: true, reason: reason))
    }
    late = late.suffix(kept)
  }
}
