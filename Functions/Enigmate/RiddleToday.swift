import Edge

/// Today's riddle, with a picture whose URL is good for an hour; "today" is the UTC day.
let riddleToday = Function("riddle_today", access: .verified) { context in
  guard let row = try await context.database.first(.riddle(of: context.clock.today)) else {
    throw FunctionError.message("Riddle not found", status: .notFound)
  }
  return Riddle(
    id: try row.get("id"), question: try row.get("question"),
    imageURL: try await context.storage.signedURL(
      bucket: "riddle-images", path: row.get("image_path"), expiresIn: 3600))
}

/// What a player may know of a riddle; its answer is never read.
private struct Riddle: Encodable {
  let id: Int
  let question: String
  let imageURL: String
}

extension SQL {
  /// The day's riddle, and no other day's.
  static func riddle(of day: CalendarDay) -> SQL {
    "SELECT id, question, image_path FROM riddles WHERE release_date = \(day) ORDER BY id LIMIT 1"
  }
}
