import Edge

/// The level and the hints of a seeded riddle.
struct RiddleHints {
  /// In minutes.
  let duration: Int
  /// 1 is easy, 2 medium, 3 hard, 4 very hard.
  let difficulty: Int
  let hints: [String]
}

extension Transaction {
  /// Stores the levels and hints of seeded riddles that have none yet, also of those that an earlier version has
  /// seeded.
  func seedRiddleHints() async throws {
    let rows: [SQL] = riddleSeeds.compactMap { riddle in
      guard let level = riddleHints[riddle.title], level.hints.count == 3 else { return nil }
      return """
        (\(riddle.title), \(riddle.question), CAST(\(level.duration) AS INTEGER), CAST(\(level.difficulty) AS INTEGER),
          \(level.hints[0]), \(level.hints[1]), \(level.hints[2]))
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

/// The levels and hints of ``riddleSeeds``, by title.
let riddleHints = [
  "The Two Roads": RiddleHints(
    duration: 15, difficulty: 2,
    hints: [
      "Think about logic puzzles", "Consider what each person would say",
      "Both types of people will point the same way",
    ]),
  "The Full Boat": RiddleHints(
    duration: 10, difficulty: 1,
    hints: [
      "Which two can stay together without harm?", "The first crossing leaves only one choice",
      "Something may also travel back",
    ]),
  "Three Switches": RiddleHints(
    duration: 10, difficulty: 2,
    hints: ["A lamp has more than two states", "What else does an old bulb give?", "You may touch the bulb"]),
  "The Odd Coin": RiddleHints(
    duration: 10, difficulty: 2,
    hints: [
      "A weighing has three outcomes", "Three times three is nine", "Coins that stay off the balance are weighed too",
    ]),
  "Three Hats": RiddleHints(
    duration: 20, difficulty: 3,
    hints: [
      "What would the last one have to see to know?", "The silence of one is news for the next",
      "The middle one reasons with what the last one has said",
    ]),
  "The Bridge at Night": RiddleHints(
    duration: 15, difficulty: 3,
    hints: [
      "The fastest need not be everyone's guide", "The two slowest should cross only once",
      "Someone fast has to wait on the other side",
    ]),
  "Two Jugs": RiddleHints(
    duration: 10, difficulty: 1,
    hints: ["Start with the five", "What is left when you pour five into three?", "Keep the two litres"]),
  "Wrong Labels": RiddleHints(
    duration: 10, difficulty: 2,
    hints: ["Every label is wrong", "One box tells more than the others", "Begin with the box that says both"]),
  "Two Ropes": RiddleHints(
    duration: 15, difficulty: 3,
    hints: ["A rope has two ends", "Half an hour is easy to measure", "Use the other rope's rest in the same way"]),
  "The Tireless Bird": RiddleHints(
    duration: 10, difficulty: 2,
    hints: ["Do not add up the legs of the flight", "When do the trains meet?", "How long does the bird fly?"]),
  "The Lily Pond": RiddleHints(
    duration: 5, difficulty: 1,
    hints: ["Think backwards", "What happens from one day to the next?", "Half becomes whole in one step"]),
  "A Hundred Doors": RiddleHints(
    duration: 25, difficulty: 4,
    hints: ["Try it with ten doors", "Who turns door 12?", "Divisors come in pairs, except for some numbers"]),
]
