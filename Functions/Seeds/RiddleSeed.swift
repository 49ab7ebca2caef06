import Edge

/// A seeded riddle. Its picture is in the bucket `riddle-images`.
struct RiddleSeed {
  let title: String
  let question: String
  let answer: String
  let picture: String
}

extension Transaction {
  /// Inserts a riddle for every day of the next ten years that has none, in one statement.
  func seedRiddles(from today: CalendarDay, _ dialect: SQLDialect) async throws {
    if let hold = dialect.holdingRiddles { try await execute(hold) }
    let first = today.daysSinceEpoch
    let tenYears = 3653
    let riddles: [SQL] = riddleSeeds.enumerated().map { position, riddle in
      "(CAST(\(position) AS INTEGER), \(riddle.title), \(riddle.question), \(riddle.answer), \(riddle.picture))"
    }
    // The riddle follows from the day's number, so that seeding on another day gives a day the same riddle.
    try await execute(
      """
      INSERT INTO riddles (title, question, answer, image_path, release_date)
      WITH RECURSIVE
        days (number) AS (
          SELECT CAST(\(first) AS INTEGER) UNION ALL SELECT number + 1 FROM days
          WHERE number < \(first + tenYears - 1)),
        texts (position, title, question, answer, picture) AS (VALUES \(riddles.joined()))
      SELECT title, question, answer, picture, \(dialect.day("number"))
      FROM days JOIN texts ON position = number % \(riddleSeeds.count)
      WHERE NOT EXISTS (SELECT 1 FROM riddles WHERE release_date = \(dialect.day("number")))
      ORDER BY number
      """)
  }
}
