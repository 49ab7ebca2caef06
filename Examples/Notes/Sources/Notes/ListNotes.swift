import Swiftlet

/// The notes of the calling user, the newest first.
let notes = Function("notes", access: .user) { context in
  try await context.database.query(
    """
    SELECT id, text, created_at FROM notes WHERE user_id = \(context.userID)
    ORDER BY created_at DESC, id LIMIT 100
    """
  ).map(Note.init)
}
