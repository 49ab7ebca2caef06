/// The configurable ages of a clean-up job.
package struct JobAges: Sendable, Hashable {
  /// The age from which the job treats a row as old; nil for jobs without one.
  package var olderThan: Duration?
  /// The days for which each kind of history is kept.
  package var days: [String: Int] = [:]

  package init(olderThan: Duration? = nil, days: [String: Int] = [:]) {
    self.olderThan = olderThan
    self.days = days
  }
}
