public import Database
public import FoundationEssentials

/// The users of sign-in: the embedded host's own, or those of a project's auth server.
///
/// A function has the rights of the service role: it checks itself what its caller may do.
public protocol Accounts: Sendable {
  /// Ends all sessions of a user as a part of a transaction of the function's database: they end when it commits. Where
  /// this host does sign-in, the user's access tokens are refused from the commit on; those of a project's auth server
  /// stay valid until they expire.
  ///
  /// - Throws: `DatabaseError`.
  func signOut(_ user: UUID, in transaction: Transaction) async throws

  /// Deletes a user of sign-in. The rows of the application stay, unless they refer to the user.
  ///
  /// A user who does not exist is deleted already.
  ///
  /// - Throws: ``FunctionError`` 503 `NOT_CONNECTED` if the auth server does not answer, 500 if it refuses;
  ///   `DatabaseError`.
  func delete(_ user: UUID) async throws
}
