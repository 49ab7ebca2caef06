import Edge
import Foundation

struct AccountReference: Codable, Sendable {
  let userID: UUID

  enum CodingKeys: String, CodingKey { case userID = "user_id" }
}

/// Removes a user who has deleted the account: first the rows, since their deletion hands sessions and hunts over to
/// other users; then the files, then the user of sign-in; then rows and files again. Each step can be repeated, so a
/// later try continues where the last one failed.
let eraseAccount = Function("erase_account", access: .serviceRole) { (account: AccountReference, context) in
  let userID = account.userID
  let deletion = try await context.database.first("SELECT 1 FROM account_deletions WHERE user_id = \(userID)")
  guard deletion != nil else { throw FunctionError.accountNotDeleted }
  try await removeRows(of: userID, context)
  try await removeFiles(of: userID, context)
  try await context.accounts.delete(userID)
  // A transaction or an upload that began before the request may have stored something since. The user's sessions have
  // ended by now, and the embedded storage stores no file for an ended session.
  try await removeRows(of: userID, context)
  try await removeFiles(of: userID, context)
  try await context.database.execute(
    "UPDATE account_deletions SET deleted_at = \(context.clock.now) WHERE user_id = \(userID)")
  return NoContent()
}
.queued(attempts: 20, timeout: .seconds(300)) { "account \($0.userID.uuidString)" }
.described("Removes a user who has deleted the account: rows, files and the user of sign-in.")
.errors(.accountNotDeleted)

extension FunctionError {
  /// The refusal of a request to erase a user. A job is enqueued together with the user's own request, so it never has
  /// this error.
  fileprivate static let accountNotDeleted = conflict("The user has not deleted the account")
}

/// Deletes the user's row. Triggers hand over what others take part in, and remove rows that refer to no user; all
/// other rows go by their references.
private func removeRows(of userID: UUID, _ context: Context<ServiceAccess>) async throws {
  let dialect = context.database.dialect
  let statements =
    [SQL.keepDeletion(ofSubscriber: userID, at: context.clock.now)] + dialect.removing(user: userID)
  let sessions = try await context.database.transaction(retries: 3) { transaction in
    // Rows that transactions have stored without having committed them are found below.
    _ = try await transaction.batch(dialect.holding(erasureOf: userID))
    // A store notice that runs already may store the user's id. Notices that run later find the deletion.
    _ = try await transaction.batch(dialect.holdingTransfers(alone: true))
    let sessions = try await transaction.query("SELECT session_id FROM session_participants WHERE user_id = \(userID)")
    _ = try await transaction.batch(statements)
    return sessions
  }
  for row in sessions { context.changes.signal(.session(try row.get("session_id"))) }
}

/// Removes the user's folders of all buckets. A folder has the id in lower case, or in upper case as Swift writes it.
private func removeFiles(of userID: UUID, _ context: Context<ServiceAccess>) async throws {
  for bucket in try await context.storage.buckets() {
    for folder in [userID.lowercased, userID.uuidString] {
      try await context.storage.removeAll(bucket: bucket, folder: folder)
    }
  }
}
