import Edge

/// The result of looking up an invite code. A miss is a value and no error, since an error would roll back the row that
/// counts it.
private enum InviteLookup<Joined: Sendable>: Sendable {
  case joined(Joined)
  case missed(RateLimit)
  case refused(RateLimit)
}

extension Context where A == UserAccess {
  /// Looks up an invite code and joins what it names. A wrong code counts for ``InviteGuesses``.
  ///
  /// - Parameters:
  ///   - lookup: selects what the code names; nil for a text that cannot be a code.
  ///   - missing: the error of a wrong code.
  ///   - join: joins what the row names. The transaction has stored the user.
  /// - Throws: ``FunctionError``: the error of a wrong code, with the user's standing in its header; 429
  ///   `RATE_LIMIT_EXCEEDED`; 404 `USER_NOT_FOUND`; the errors of `join`.
  func join<Joined: Sendable>(
    by lookup: SQL?, orElse missing: FunctionError, _ join: @Sendable (Transaction, Row) async throws -> Joined
  ) async throws -> Joined {
    let userID = userID
    let now = clock.now
    let statements =
      database.dialect.holding(guessesOf: userID) + [.inviteMisses(of: userID)] + (lookup.map { [$0] } ?? [])

    let result = try await database.transaction(retries: 3) { transaction -> InviteLookup<Joined> in
      var answers = try await transaction.batch(statements)
      let found = lookup == nil ? nil : answers.popLast()?.first
      let guesses = try InviteGuesses(answers.last ?? [], at: now)
      guard guesses.standing.remaining > 0 else { return .refused(guesses.standing) }
      // Also before a miss: the id of a deleted user must not be stored again.
      try await transaction.ensureUser(userID, at: now)
      guard let found else {
        try await transaction.execute(.recordInviteMiss(of: userID, slot: guesses.nextSlot, at: now))
        return .missed(guesses.standingAfterMiss)
      }
      return .joined(try await join(transaction, found))
    }
    switch result {
    case .joined(let joined): return joined
    case .refused(let limit): throw FunctionError.rateLimitExceeded(limit, at: now)
    case .missed(let limit):
      var error = missing
      error.headers = limit.fields(at: now)
      throw error
    }
  }
}
