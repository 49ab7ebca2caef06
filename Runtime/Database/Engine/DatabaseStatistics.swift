/// The counts of an engine since it was opened.
public struct DatabaseStatistics: Sendable, Hashable {
  /// Committed transactions, single statements included.
  public var transactions = 0
  /// Commits. Transactions that share a commit make this less than ``transactions``.
  public var commits = 0
  /// Transactions that were rolled back because their body waited too long for something else.
  public var timeouts = 0

  /// Counts of zero.
  public init() {}
}
