import Edge
import FoundationEssentials
import Jobs
import Workers

/// The overview's data at one instant: this host's, with the workers and push connections of all hosts. A part that
/// cannot be read is nil.
struct HostPicture: Sendable {
  var health: HostHealth?
  /// The number of migrations that the database lacks.
  var pendingMigrations: Int?
  var queue: QueueCounts?
  /// The depth of the queue in the last hour.
  var depth: QueueDepths?
  /// The workers; nil on a host without bundles.
  var workers: WorkerReport?
  /// Where pushes go, and the connections of the sender.
  var push: PushOverview?
  var hosts: [JobHost]?
  var bundles: [BundleStanding] = []
}
