import Edge

/// Answers with the riddle of the UTC day. The URL of its picture is valid for an hour.
let riddleToday = Function("riddle_today", access: .verified) { context in
  guard let row = try await context.database.first(.riddle(of: context.clock.today)) else {
    throw FunctionError.message("Riddle not found", status: .notFound)
  }
  return Riddle(
    id: try row.get("id"), question: try row.get("question"),
    imageURL: try await context.storage.signedURL(
      bucket: "riddle-images", path: row.get("image_path"), expiresIn: 3600))
}
.readOnly()
.described("Answers with the riddle of the UTC day.")
.errors(.message("Riddle not found", status: .notFound))

/// A riddle in the shape of the app's model. The column `answer` is never read.
private struct Riddle: Codable {
  let id: Int
  let question: String
  let imageURL: String
}

extension SQL {
  /// Selects the riddle of a day.
  static func riddle(of day: CalendarDay) -> SQL {
    "SELECT id, question, image_path FROM riddles WHERE release_date = \(day) ORDER BY id LIMIT 1"
  }
}
