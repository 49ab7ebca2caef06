import FoundationEssentials

extension JobRunner {
  /// The state of the runner's loop: the times of its next actions, and its back-off.
  struct LoopState {
    var nextRenewal = ContinuousClock.now
    /// The time from which a lease that ran out brings the next renewal forward.
    var nextTakeOver = ContinuousClock.now
    var nextDue: Date?
    /// The time at which a function with an exhausted rate may start its next job.
    var nextStart: Date?
    /// The time of the next count for the metrics. A host that has just started claims first.
    var nextCount = ContinuousClock.now + .seconds(1)
    /// Whether the last claim chose jobs that may not start, in whose place there may be others.
    var claimsAgain = false
    var frontier = ClaimFrontier()
    var arrangement = LaneArrangement()
    /// The end of the grace period; nil until the runner begins to stop.
    var cutOff: ContinuousClock.Instant?
    var takeOver: TakeOverPermit
    /// Whether this host has left the table of hosts because it stops.
    var hasLeft = false
    /// The back-off after a failed transaction, which doubles with each failure.
    var trouble: Duration = .zero

    init(_ takeOver: TakeOverPermit) {
      self.takeOver = takeOver
    }
  }

  /// Whether a pass of the loop claims jobs.
  enum ClaimMode {
    /// No claim, because there is no room.
    case none
    /// A claim only if a read finds work. Used after a poll without a hint.
    case ifDue
    /// A claim in any case. After a hint the enqueuing transaction may not be committed yet: a claim waits for it, and
    /// a read would not see it.
    case always
  }
}
