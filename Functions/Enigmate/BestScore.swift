import Edge

/// Answers with the caller's best score of a riddle, or of all riddles.
let bestScore = Function("best_score", access: .user) { (input: RiddleSelection, context) in
  try await best(of: input.riddleID, context)
}
.readOnly()
.described("Answers with the caller's best score of a riddle, or of all riddles.")
.errors(.scoreNotFound)

/// ``bestScore`` as a database function.
let bestScoreProcedure = Function("best_score", access: .user) { (input: RiddleSelectionParameters, context) in
  try await best(of: input.riddleID, context)
}.readOnly()

private func best(of riddleID: RiddleID?, _ context: Context<UserAccess>) async throws -> Score {
  let order: SQL = "score IS NULL, score DESC, duration IS NULL, duration, msg_count IS NULL, msg_count, riddle_id"
  // Several rows, so that one that cannot be read does not hide the next best score.
  let statement = SQL.scores(of: context.userID, riddle: riddleID, order: order, limit: 20)
  let scores = try await context.database.query(statement)
    .readable(of: "scores", id: "riddle_id", context.logger) { try Score($0) }
  guard let best = scores.first else { throw FunctionError.scoreNotFound }
  return best
}
