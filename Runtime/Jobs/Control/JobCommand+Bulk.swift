package import FoundationEssentials

extension JobCommand {
  /// A change of all jobs that match, which the host performs batch by batch beside the caller.
  package struct Bulk: Codable, Sendable {
    package let change: Change
    /// The number of jobs that were counted.
    package let count: Int
    package let selection: String
    package init(change: Change, count: Int, selection: String) {
      self.change = change
      self.count = count
      self.selection = selection
    }
  }

  /// The progress of a change of all jobs that match, on the host that performs it.
  package struct BulkProgress: Codable, Sendable, Hashable {
    /// Its number on this host, from 1.
    package let number: Int
    package let action: Action
    package let selection: String
    /// The number of jobs that were counted.
    package let count: Int
    package let startedAt: Date
    /// The number of jobs that were changed so far.
    package internal(set) var done = 0
    /// The number of jobs that were not changed, because their state changed meanwhile or another job has their key.
    package internal(set) var skipped = 0
    /// The number of jobs that were not changed, because another transaction had locked them.
    package internal(set) var busy = 0
    /// When it ended; nil while it goes on.
    package internal(set) var endedAt: Date?
    package internal(set) var error: String?

    enum CodingKeys: String, CodingKey {
      case number, action, selection, count
      case startedAt = "started_at"
      case done, skipped, busy
      case endedAt = "ended_at"
      case error
    }
  }
}
