import Edge
import FoundationEssentials
import Jobs
import Workers

/// The overview's data at one instant: this host's, with the workers and push connections of all hosts. A part that
/// cannot be read is nil.
struct HostPicture: Sendable {
  /// The connections of the host.
  var health: HostHealth?
  /// The number of migrations that the database lacks.
  var pendingMigrations: Int?
  /// The counts of the queue.
  var queue: QueueCounts?
  /// The depth of the queue in the last hour.
  var depth: QueueDepths?
  /// The workers; nil on a host without bundles.
  var workers: WorkerReport?
  /// Where pushes go, and the connections of the sender.
  var push: PushOverview?
  /// The hosts on the database.
  var hosts: [JobHost]?
  /// The versions of bundles.
  var bundles: [BundleStanding] = []
}
