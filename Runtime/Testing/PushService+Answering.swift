public import Edge

extension PushService {
  /// A service whose notifications and broadcasts a closure answers in Apple's place. Nothing is sent.
  ///
  /// A request about a channel, such as its creation, throws a ``PushFault``.
  ///
  /// - Parameters:
  ///   - bundleID: the app's bundle id.
  ///   - environment: the environment of tokens that name none.
  ///   - answer: returns the outcome of each notification. Its `body` is the payload, JSON in UTF-8.
  public init(
    bundleID: String = "com.example.app", environment: PushEnvironment = .sandbox,
    answering answer: @escaping @Sendable (PreparedPush) async -> PushOutcome
  ) {
    self.init(bundleID: bundleID, environment: environment, sender: AnsweringSender(answer: answer))
  }
}

private struct AnsweringSender: PushSending {
  let answer: @Sendable (PreparedPush) async -> PushOutcome

  func send(_ push: PreparedPush) async -> PushOutcome { await answer(push) }

  func send(_ request: ChannelRequest.Prepared) async -> ChannelAnswer {
    let fault = PushFault(.cannotConnect, "PushService(answering:) answers no requests about channels.")
    return .undecided(fault, lastAnswer: nil, mayHaveHappened: false)
  }
}
