import Edge
import Foundation

/// Deletes the caller's account in all apps. It signs the caller out and answers; a job then removes the rows, the
/// files and the user of sign-in.
///
/// From the answer on the user's id is refused wherever a function would store a user, and a store's notice that names
/// it is stored without it. A repeated call changes nothing.
let deleteAccount = Function("delete_account", access: .user) { context in
  let userID = context.userID
  let now = context.clock.now
  try await context.database.transaction(retries: 3) { transaction in
    let deletion = try await transaction.batch([
      """
      INSERT INTO account_deletions (user_id, requested_at) VALUES (\(userID), \(now)) ON CONFLICT (user_id) DO NOTHING
      """,
      // Locked, because the erasure could otherwise end after this look and before the enqueuing, which would find no
      // job and ask for another erasure.
      """
      SELECT deleted_at FROM account_deletions d WHERE d.user_id = \(userID)
      \(context.database.dialect.lockingRows(of: "d"))
      """,
    ]).last?.first
    let deletedAt: Date? = try deletion?.get("deleted_at")
    // The user's sessions ended with the first call: this one came before, or on a host that does no sign-in.
    guard deletedAt == nil else { return }
    try await context.jobs.enqueue(eraseAccount, AccountReference(userID: userID), in: transaction)
    try await context.accounts.signOut(userID, in: transaction)
  }
  return NoContent()
}
.idempotent()
.described("Deletes the caller's account in all apps: rows, files and the user of sign-in.")
