import Edge
import Foundation

/// Ends a session without a match; only its creator may.
let closeSession = Function("close_session", access: .user) { (input: SessionReference, context) in
  try await close(input.sessionID, context)
  return Success()
}.idempotent()
  .described("Ends a session without a match; only its creator may.")
  .errors(.sessionNotFound, .sessionOver, .permissionDenied("Only the creator may do this"))

/// ``closeSession`` as a database function: true, or false for a refusal.
let closeSessionProcedure = Function("close_session", access: .user) { (input: SessionParameters, context) in
  do {
    try await close(input.sessionID, context)
    return true
  } catch let error as FunctionError where error.isRefusal {
    return false
  }
}.idempotent()

private func close(_ sessionID: UUID, _ context: Context<UserAccess>) async throws {
  let userID = context.userID

  try await context.database.transaction(retries: 3) { transaction in
    let row = try await transaction.first("SELECT created_by FROM sessions WHERE id = \(sessionID)")
    guard let row else { throw FunctionError.sessionNotFound }
    guard try row.get("created_by") == userID else {
      throw FunctionError.permissionDenied("Only the creator of the session may close it")
    }
    let changed = try await transaction.execute(
      """
      UPDATE sessions SET status = \(SessionStatus.closed), closed_at = \(context.clock.now)
      WHERE id = \(sessionID) AND status = \(SessionStatus.open)
      """)
    guard changed == 1 else { throw FunctionError.sessionOver }
    transaction.signalsSession(sessionID, context)
  }
}
