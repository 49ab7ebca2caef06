/// The answer of the control `jobs_depths`: the largest number of waiting jobs in each of the last 60 minutes, the
/// oldest first.
package struct QueueDepths: Sendable, Hashable, Codable {
  package static let span = 60

  package let waiting: [Int]

  package init(waiting: [Int]) { self.waiting = waiting }
}
