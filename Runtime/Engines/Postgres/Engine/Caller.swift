import Database
import Wire

/// The role and the claims of a caller, which row-level security reads.
struct Caller: Sendable {
  let role: String
  let claims: String

  /// Sets both for the transaction alone, as PostgREST does: https://postgrest.org/en/v12/references/transactions.html.
  private static let statement = Statement(
    own: "SELECT set_config('role', \(""), true), set_config('request.jwt.claims', \(""), true)")

  /// Takes on the role and the claims until the end of the transaction.
  var command: ServerCommand {
    ServerCommand(statement: Self.statement, values: BoundValues(texts: [role, claims]))
  }

  /// Surrounds commands of the caller's transaction, so that they run with the host's rights.
  ///
  /// They travel in one round trip, so no other statement runs in between. An error undoes the change of role with the
  /// transaction or its savepoint.
  func withHostRights(_ commands: [ServerCommand]) -> [ServerCommand] {
    [ServerCommand(statement: .resetRole)] + commands + [command]
  }

  /// Surrounds commands of a host's transaction, so that they run with the caller's rights.
  func withOwnRights(_ commands: [ServerCommand]) -> [ServerCommand] {
    [command] + commands + [ServerCommand(statement: .resetRole), ServerCommand(statement: .resetClaims)]
  }

  /// - Throws: For a role that Postgres would read as something else, and for claims that it cannot store.
  func check() throws(DatabaseError) {
    let isName =
      (1...63).contains(role.utf8.count) && role.utf8.allSatisfy(ASCII.isWord)
      // `none` means the role that has logged in.
      && role.lowercased() != "none"
    guard isName else {
      throw DatabaseError(.insufficientPrivilege, "A role's name has 1 to 63 letters, digits and underscores.")
    }
    guard !claims.utf8.contains(0) else { throw .unstorableText }
  }
}
