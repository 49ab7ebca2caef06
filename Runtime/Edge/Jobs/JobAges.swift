/// The configurable ages of a clean-up job.
struct JobAges: Sendable {
  /// The age from which the job treats a row as old; nil for jobs without one.
  var olderThan: Duration?
  /// The days for which each kind of history is kept.
  var days: [String: Int] = [:]
}
