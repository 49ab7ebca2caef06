import Edge

/// The most scores of a list: those of almost three years.
private let listedScores = 1000

/// Lists the caller's scores, one for each riddle, the latest first.
let ownScores = Function("own_scores", access: .user) { context in
  let statement = SQL.scores(of: context.userID, order: "created_at DESC, riddle_id DESC", limit: listedScores)
  return try await context.database.query(statement)
    .readable(of: "scores", id: "riddle_id", context.logger) { try Score($0) }
}
.readOnly()
.described("Lists the caller's scores, the latest first.")
