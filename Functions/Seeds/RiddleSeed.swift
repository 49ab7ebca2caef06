import Edge

/// A seeded riddle. Its picture is in the bucket `riddle-images`.
struct RiddleSeed {
  let title: String
  let question: String
  let answer: String
  let picture: String
  /// In minutes.
  let duration: Int
  /// 1 is easy, 2 medium, 3 hard, 4 very hard.
  let difficulty: Int
  let hints: (String, String, String)
}

extension Transaction {
  /// Inserts a riddle for every day of the next ten years that has none, with its level and its hints.
  func seedRiddles(from today: CalendarDay, _ dialect: SQLDialect) async throws {
    _ = try await batch(dialect.holdingRiddles)
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
    try await seedRiddleHints()
  }

  /// Stores the levels and hints of seeded riddles that have none yet, also of those that an earlier version has
  /// seeded.
  private func seedRiddleHints() async throws {
    let rows: [SQL] = riddleSeeds.map { riddle in
      """
      (\(riddle.title), \(riddle.question), CAST(\(riddle.duration) AS INTEGER), CAST(\(riddle.difficulty) AS INTEGER),
        \(riddle.hints.0), \(riddle.hints.1), \(riddle.hints.2))
      """
    }
    try await execute(
      """
      WITH levels (title, question, duration, difficulty, hint1, hint2, hint3) AS (VALUES \(rows.joined()))
      UPDATE riddles SET duration = levels.duration, difficulty = levels.difficulty,
        hint1 = levels.hint1, hint2 = levels.hint2, hint3 = levels.hint3
      FROM levels
      WHERE riddles.title = levels.title AND riddles.question = levels.question
        AND riddles.duration IS NULL AND riddles.difficulty IS NULL AND riddles.hint1 IS NULL
      """)
  }
}
