import Edge

/// Answers with a whole riddle as the app's model has it: today's, or one that was released before.
let riddle = Function("riddle", access: .verified) { (input: RiddleSelection, context) in
  try await details(of: input.riddleID, context)
}
.readOnly()
.described("Answers with a whole released riddle; with today's without an id.")
.errors(.riddleNotFound)

/// ``riddle`` as a database function.
let riddleProcedure = Function("riddle", access: .verified) { (input: RiddleSelectionParameters, context) in
  try await details(of: input.riddleID, context)
}.readOnly()

/// The input of functions about one riddle or today's: a missing id selects today's.
struct RiddleSelection: Codable {
  let riddleID: RiddleID?

  enum CodingKeys: String, CodingKey { case riddleID = "riddle_id" }
}

struct RiddleSelectionParameters: Codable {
  let riddleID: RiddleID?

  enum CodingKeys: String, CodingKey { case riddleID = "p_riddle_id" }
}

/// A riddle with the members of the app's model. The policies of row-level security also let every caller read the
/// answer of a released riddle.
struct RiddleDetails: Encodable {
  let id: Int
  let title: String
  let date: String
  let question: String
  let answer: String
  /// The name of the picture in the bucket `riddle-images`.
  let image: String
  let imageURL: String
  /// In minutes.
  @Nullable var duration: Int?
  /// 1 is easy, 2 medium, 3 hard, 4 very hard.
  @Nullable var difficulty: Int?
  @Nullable var hint1: String?
  @Nullable var hint2: String?
  @Nullable var hint3: String?
}

extension RiddleDetails: SchemaProviding {
  static var jsonSchema: JSONSchema {
    .object(
      "RiddleDetails", .required("id", .integer), .required("title", .string), .required("date", .string),
      .required("question", .string), .required("answer", .string), .required("image", .string),
      .required("imageURL", .string), .required("duration", .integer.nullable),
      .required("difficulty", .integer.nullable), .required("hint1", .string.nullable),
      .required("hint2", .string.nullable), .required("hint3", .string.nullable))
  }
}

private func details(of id: RiddleID?, _ context: Context<VerifiedAccess>) async throws -> RiddleDetails {
  guard let row = try await context.database.first(.riddle(id, on: context.clock.today)) else {
    throw FunctionError.riddleNotFound
  }
  let image: String = try row.get("image_path")
  return RiddleDetails(
    id: try row.get("id"), title: try row.get("title"),
    date: try row.get("release_date", as: CalendarDay.self).description, question: try row.get("question"),
    answer: try row.get("answer"), image: image,
    imageURL: try await context.storage.signedURL(bucket: "riddle-images", path: image, expiresIn: 3600),
    duration: try row.get("duration"), difficulty: try row.get("difficulty"), hint1: try row.get("hint1"),
    hint2: try row.get("hint2"), hint3: try row.get("hint3"))
}

extension FunctionError {
  /// There is no such riddle, or it is not released yet.
  static let riddleNotFound = notFound("RIDDLE_NOT_FOUND", "Riddle not found")
}

extension SQL {
  /// Selects a released riddle; today's without an id.
  static func riddle(_ id: RiddleID?, on today: CalendarDay) -> SQL {
    """
    SELECT id, title, release_date, question, answer, image_path, duration, difficulty, hint1, hint2, hint3
    FROM riddles WHERE \(id.map { "id = \($0) AND release_date <= \(today)" } ?? "release_date = \(today)" as SQL)
    ORDER BY id LIMIT 1
    """
  }

  /// Selects whether a riddle is released.
  static func released(_ id: RiddleID, on today: CalendarDay) -> SQL {
    "SELECT 1 AS found FROM riddles WHERE id = \(id) AND release_date <= \(today)"
  }
}
