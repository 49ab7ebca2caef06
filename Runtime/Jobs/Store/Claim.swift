import Foundation

/// What one look into the queue leased.
struct Claim: Sendable {
  var jobs: [ClaimedJob] = []
  /// Whether no job was passed over that a later claim may lease.
  var isWhole = true
  /// When a function whose rate is used up may start its next job, if one waits.
  var nextStart: Date?

  mutating func add(_ other: Claim) {
    jobs += other.jobs
    isWhole = isWhole && other.isWhole
    nextStart = [nextStart, other.nextStart].compactMap { $0 }.min()
  }
}

/// What a host has in hand, as far as it decides whether a job that was taken over may start.
struct JobsInHand: Sendable, Equatable {
  /// The functions of which something runs.
  var functions: Set<String> = []
  /// The function of the job that was taken over and runs; a host runs one of them at a time.
  var alone: String?
  /// The function of the last one that ran, as long as none of the function's other jobs has started since.
  var lastAlone: String?
}
