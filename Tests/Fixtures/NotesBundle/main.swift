import Foundation
import Worker

// A bundle that tests deploy in many versions, good and bad ones.
switch Variant.word {
case "silent": exit(3)
case "garbage":
  let bytes = [UInt8](repeating: 0xA5, count: 4096)
  _ = unsafe write(3, bytes, bytes.count)
  sleep(60)
case "clash": await Bundle("clash", functions: [addNote]).main()
default:
  await Bundle(
    "notes", functions: [version, addNote, listNotes], jobs: [tidyNotes], migrations: [notes]
  ) { context, _ in
    try await context.database.execute(
      "INSERT INTO bundle_notes (text) SELECT 'seeded' WHERE NOT EXISTS (SELECT 1 FROM bundle_notes)")
  }.main()
}
