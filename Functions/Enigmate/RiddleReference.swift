/// The input of functions about one riddle.
struct RiddleReference: Codable {
  let riddleID: RiddleID

  enum CodingKeys: String, CodingKey { case riddleID = "riddle_id" }
}

/// The input of database functions about one riddle.
struct RiddleParameters: Codable {
  let riddleID: RiddleID

  enum CodingKeys: String, CodingKey { case riddleID = "p_riddle_id" }
}
