import Worker

/// A note.
struct Note: Codable, Sendable {
  let text: String
}

/// Answers with the variant that runs.
let version = Function("version", access: .anyone) { _ in Variant.word }

/// Stores a note.
let addNote = Function("add_note", access: .anyone) { (note: Note, context) in
  try await context.database.execute("INSERT INTO bundle_notes (text) VALUES (\(note.text))")
  return NoContent()
}

/// Lists the notes.
let listNotes = Function("list_notes", access: .anyone) { context in
  try await context.database.query("SELECT text FROM bundle_notes ORDER BY text").map { Note(text: try $0.get("text")) }
}.limited(.perMinute(1000))

/// Stores a note when it is called by the queue.
let tidyNotes = Job("tidy_notes", every: Variant.word == "schedule" ? "now and then" : "@every 1s") { context in
  try await context.database.execute("DELETE FROM bundle_notes WHERE text = 'old'")
}

/// The tables.
let notes = MigrationSet(
  name: "bundle_notes",
  [Migration(version: 1, name: "notes", sql: "CREATE TABLE bundle_notes (text TEXT NOT NULL)")]
    + (Variant.word == "migration" ? [Migration(version: 2, name: "broken", sql: "CREATE TABLE (")] : []))
