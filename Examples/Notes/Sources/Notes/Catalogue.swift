import Swiftlet

/// The functions at `/functions/v1/<name>`.
let functions: [any Endpoint] = [addNote, notes, deleteNote]

/// The requests to tables that they answer: an app's `from("notes")`.
let routes: [TableRoute] = [
  .insert("notes", addNote),
  .select("notes", notes),
  .delete("notes", filters: ["id": "id"], deleteNote),
]

/// The tables, which `serve` creates where the database lacks them.
let migrations = MigrationSet(name: "notes", [.notes])
