import Foundation
import Swiftlet

struct NoteReference: Codable {
  let id: UUID
}

/// Deletes a note of the calling user. Another user's note counts as missing.
let deleteNote = Function("delete_note", access: .user) { (note: NoteReference, context) in
  let count = try await context.database.execute(
    "DELETE FROM notes WHERE id = \(note.id) AND user_id = \(context.userID)")
  guard count > 0 else { throw FunctionError.notFound("NOTE_NOT_FOUND", "There is no such note") }
  return NoContent()
}
