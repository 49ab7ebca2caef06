extension PushAction {
  /// Derives the action from an answer: from its row in the answer table, or from the status if no row has the reason.
  ///
  /// - Parameter answer: Apple's answer.
  public init(_ answer: PushAnswer) {
    self =
      switch AnswerTable.step(status: answer.status, reason: answer.reason) {
      case .delivered: .delivered
      case .refuse: .refuse(PushFault(answer))
      case .forgetToken: .forgetToken
      case .retry(let retry): .retry(retry)
      case .stopDestination: .stopDestination
      case .keepProviderToken: .keepProviderToken
      }
  }
}
