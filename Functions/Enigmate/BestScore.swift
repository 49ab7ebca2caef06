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
  let statement = SQL.scores(of: context.userID, riddle: riddleID, order: order, limit: 1)
  guard let row = try await context.database.first(statement) else { throw FunctionError.scoreNotFound }
  return try Score(row)
}
