import Swiftlet

/// What answers at `/functions/v1/<name>`.
let functions: [any Endpoint] = [addNote, notes, deleteNote]

/// The tables, which `serve` creates where the database lacks them.
let migrations = MigrationSet(name: "notes", [.notes])
