/// What an engine has counted since it was opened.
public struct DatabaseStatistics: Sendable, Hashable {
  /// Transactions that were committed, single statements among them.
  public var transactions = 0
  /// Commits they shared: fewer than ``transactions`` when they came in groups.
  public var commits = 0
  /// Transactions that were rolled back because their body waited too long for something else.
  public var timeouts = 0

  /// Nothing counted yet.
  public init() {}
}
