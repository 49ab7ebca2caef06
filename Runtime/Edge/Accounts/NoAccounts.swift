public import Database
public import FoundationEssentials

/// The accounts of a host without sign-in: there are no users to sign out or to delete.
public struct NoAccounts: Accounts {
  /// Creates the accounts.
  public init() {}

  /// Does nothing.
  public func signOut(_ user: UUID, in transaction: Transaction) async throws {}

  /// Does nothing.
  public func delete(_ user: UUID) async throws {}
}
