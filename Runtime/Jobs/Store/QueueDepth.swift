import Edge
import FoundationEssentials

/// The numbers of jobs in the queue.
struct QueueDepth: Sendable, Equatable {
  /// The numbers of available, scheduled and dead jobs.
  var counts: [JobState: Int] = [:]
  /// The due time of the available job that has waited longest.
  var oldest: Date?
}
