import Foundation
import Swiftlet

struct NewNote: Codable {
  /// Made by the app, so that a request that is sent twice makes one note.
  let id: UUID
  let text: String
}

/// Stores a note of the calling user.
let addNote = Function("add_note", access: .user) { (new: NewNote, context) in
  guard (1...2000).contains(new.text.unicodeScalars.count) else {
    throw FunctionError.validation("A note has 1 to 2000 characters")
  }
  let rows = try await context.database.batch([
    """
    INSERT INTO notes (id, user_id, text, created_at)
    VALUES (\(new.id), \(context.userID), \(new.text), \(context.clock.now)) ON CONFLICT (id) DO NOTHING
    """,
    "SELECT id, text, created_at FROM notes WHERE id = \(new.id) AND user_id = \(context.userID)",
  ])
  // The id may be another user's: then there is nothing to show.
  guard let row = rows.last?.first else { throw FunctionError.conflict("There is a note with this id already") }
  return try Note(row)
}
