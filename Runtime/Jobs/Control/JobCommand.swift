public import Edge

/// The inputs and responses of the job commands.
public enum JobCommand {
  /// The name of a job or function.
  public struct Name: Codable, Sendable {
    /// Its name.
    public let name: String
    /// Creates the input.
    public init(name: String) { self.name = name }
  }

  /// The request to start a job or function.
  public struct Start: Codable, Sendable {
    /// Its name.
    public let name: String
    /// The operating system's account of the caller.
    public let account: String?
    /// Creates the input.
    public init(name: String, account: String?) { (self.name, self.account) = (name, account) }
  }

  /// The id of a job in the queue.
  public struct ID: Codable, Sendable {
    /// Its id.
    public let id: Int64
    /// Creates the input.
    public init(id: Int64) { self.id = id }
  }

  /// A selection of the queue's rows.
  public struct Queue: Codable, Sendable {
    /// The states of the jobs in the queue.
    static let states = JobState.allCases.filter { $0.isUnfinished || $0 == .dead }.map(\.rawValue)

    /// Only this job or function.
    public let name: String?
    /// Only this state.
    public let state: String?
    /// The largest number of rows, 1 to 1000.
    public let limit: Int?
    /// Creates a selection.
    public init(name: String?, state: String?, limit: Int?) {
      self.name = name
      self.state = state
      self.limit = limit
    }
  }

  /// A job that was started by hand: its id.
  public typealias Started = ID

  /// The state of a job.
  public struct Standing: Codable, Sendable {
    /// Its state in the queue; nil after its end.
    public let state: String?
    /// Its tries so far, the newest first.
    public let runs: [RunRecord]
  }

  /// The response to a cancellation.
  public struct Cancelled: Codable, Sendable {
    /// The result.
    public let result: CancelResult
  }
}
