package import Edge
package import FoundationEssentials

/// The answer of `_internal/operations`.
package struct OperationReport: Sendable, Codable {
  /// The most operations in a list.
  static let listed = 100

  /// An operation: running, or ended lately.
  package struct Operation: Sendable, Codable {
    /// The circumstances of an operation.
    package struct Details: Sendable, Codable {
      package let trigger: String
      /// The value of `sb-request-id`, or the id of a run.
      package let request: String
      package let method: String?
      package let role: String?
      package let user: UUID?
      package let job: Int64?
      package let status: Int?

      private enum CodingKeys: String, CodingKey {
        case trigger
        case request = "request_id"
        case method, role
        case user = "user_id"
        case job = "job_id"
        case status
      }
    }

    /// Such as `signIn_2`.
    package let id: String
    package let operation: String
    package let details: Details
    package let start: Date
    /// Nil while it runs.
    package let end: Date?
    package let milliseconds: Double
    /// Nil while it runs.
    package let outcome: OperationOutcome?

    private enum CodingKeys: String, CodingKey {
      case id, operation, details, start, end
      case milliseconds = "duration_ms"
      case outcome
    }
  }

  /// Calls of one user that overlapped.
  package struct Overlapping: Sendable, Codable {
    /// The names of the two calls, and how often they overlapped.
    package struct Pair: Sendable, Codable {
      package let running: String
      package let started: String
      package let count: Int
    }

    /// One overlap.
    package struct Last: Sendable, Codable {
      package let running: String
      package let started: String
      package let user: UUID
      /// The instant at which the second one began.
      package let instant: Date

      private enum CodingKeys: String, CodingKey {
        case running, started
        case user = "user_id"
        case instant = "at"
      }
    }

    /// The number of calls that began while another call of their user ran.
    package let count: Int
    /// The number of calls that were not watched, since too many users had calls in hand.
    package let unwatched: Int
    /// The most frequent pairs first.
    package let pairs: [Pair]
    /// Some of the last ones, the latest first.
    package let recent: [Last]
  }

  /// The host's version, uptime and connections.
  package let host: HostHealth
  package let activeCount: Int
  /// The oldest first.
  package let active: [Operation]
  /// The ids of the operations that run at the same time; empty if it is fewer than two.
  package let concurrent: [String]
  /// The operations that have ended last, the latest first.
  package let recent: [Operation]
  /// By name.
  package let operations: [OperationStatistics]
  package let overlapping: Overlapping

  private enum CodingKeys: String, CodingKey {
    case host
    case activeCount = "active_count"
    case active, concurrent, recent, operations
    case overlapping = "overlapping_calls"
  }
}
