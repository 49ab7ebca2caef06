extension PushAction {
  /// What follows from an answer: a row of the table, or for a reason it does not have, what the status means.
  ///
  /// - Parameter answer: Apple's answer.
  public init(_ answer: PushAnswer) {
    self =
      switch AnswerTable.step(status: answer.status, reason: answer.reason) {
      case .delivered: .delivered
      case .refuse: .refuse(PushFault(answer))
      case .forgetToken: .forgetToken
      case .retry(let retry): .retry(retry)
      case .stopLane: .stopLane
      case .keepProviderToken: .keepProviderToken
      }
  }
}
