public import FoundationEssentials

extension JobCommand {
  /// A change of all jobs that match, which the host performs batch by batch beside the caller.
  public struct Bulk: Codable, Sendable {
    /// The change.
    public let change: Change
    /// The number of jobs that were counted.
    public let count: Int
    /// The selection in words.
    public let selection: String
    /// Describes a change.
    public init(change: Change, count: Int, selection: String) {
      self.change = change
      self.count = count
      self.selection = selection
    }
  }

  /// The progress of a change of all jobs that match, on the host that performs it.
  public struct BulkProgress: Codable, Sendable, Hashable {
    /// Its number on this host, from 1.
    public let number: Int
    /// The action.
    public let action: Action
    /// The selection in words.
    public let selection: String
    /// The number of jobs that were counted.
    public let count: Int
    /// When it began.
    public let startedAt: Date
    /// The number of jobs that were changed so far.
    public internal(set) var done = 0
    /// The number of jobs that were not changed, because their state changed meanwhile or another job has their key.
    public internal(set) var skipped = 0
    /// The number of jobs that were not changed, because another transaction had locked them.
    public internal(set) var busy = 0
    /// When it ended; nil while it goes on.
    public internal(set) var endedAt: Date?
    /// The reason why it ended early.
    public internal(set) var error: String?

    enum CodingKeys: String, CodingKey {
      case number, action, selection, count
      case startedAt = "started_at"
      case done, skipped, busy
      case endedAt = "ended_at"
      case error
    }
  }
}
