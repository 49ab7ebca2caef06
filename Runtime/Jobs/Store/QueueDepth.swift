import Edge
import FoundationEssentials

/// The numbers of jobs in the queue.
struct QueueDepth: Sendable, Equatable {
  /// The numbers of available, scheduled and dead jobs.
  var counts: [JobState: Int] = [:]
  var oldest: Date?
}
