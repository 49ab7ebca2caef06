import Wire

/// On whose behalf statements run: a role, and the claims that policies read.
struct Caller: Sendable {
  let role: String
  let claims: String

  /// As PostgREST sets them, for the transaction alone: https://postgrest.org/en/v12/references/transactions.html.
  static let statement = Statement(
    own: "SELECT set_config('role', \(""), true), set_config('request.jwt.claims', \(""), true)")

  var command: ServerConnection.Command {
    ServerConnection.Command(statement: Self.statement, values: BoundValues(texts: [role, claims]))
  }

  /// - Throws: For a role that Postgres would take for something else, and claims that it cannot store.
  func check() throws(DatabaseError) {
    let isName =
      (1...63).contains(role.utf8.count) && role.utf8.allSatisfy(ASCII.isWord)
      // `none` means the role that has logged in.
      && role.lowercased() != "none"
    guard isName else {
      throw DatabaseError(.insufficientPrivilege, "A role's name has 1 to 63 letters, digits and underscores.")
    }
    guard !claims.utf8.contains(0) else {
      throw DatabaseError(.failed, "Postgres stores no text with a zero byte.")
    }
  }
}
