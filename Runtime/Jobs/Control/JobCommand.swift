package import Edge

/// The inputs and responses of the job commands.
package enum JobCommand {
  /// The name of a job or function.
  package struct Name: Codable, Sendable {
    package let name: String
    package init(name: String) { self.name = name }
  }

  /// The request to start a job or function.
  package struct Start: Codable, Sendable {
    package let name: String
    /// The operating system's account of the caller.
    package let account: String?
    package init(name: String, account: String?) { (self.name, self.account) = (name, account) }
  }

  /// The id of a job in the queue.
  package struct ID: Codable, Sendable {
    package let id: Int64
    package init(id: Int64) { self.id = id }
  }

  /// A selection of the queue's rows.
  package struct Queue: Codable, Sendable {
    /// The states of the jobs in the queue.
    static let states = JobState.allCases.filter { $0.isUnfinished || $0 == .dead }.map(\.rawValue)

    package let name: String?
    package let state: String?
    /// The largest number of rows, 1 to 1000.
    package let limit: Int?
    package init(name: String?, state: String?, limit: Int?) {
      self.name = name
      self.state = state
      self.limit = limit
    }
  }

  /// A job that was started by hand: its id.
  package typealias Started = ID

  /// A job that was made due by hand.
  package struct Retried: Codable, Sendable {
    package let id: Int64
    package let name: String
    /// Its new state: `available`, or `held` while its function is paused.
    package let state: JobState
  }

  /// The state of a job.
  package struct Standing: Codable, Sendable {
    /// Its state in the queue; nil after its end.
    package let state: String?
    /// Its tries so far, the newest first.
    package let runs: [RunRecord]
  }

  /// The response to a cancellation.
  package struct Cancelled: Codable, Sendable {
    package let result: CancelResult
  }
}
