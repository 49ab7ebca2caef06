extension PushFault {
  /// Explains an answer, successful or not: what it means and what to do.
  public init(_ answer: PushAnswer) {
    if let reason = answer.reason, let entry = ReasonTexts.byReason[reason],
      AnswerTable.knownAction(status: answer.status, reason: reason) != nil
    {
      self.init(Code(rawValue: reason), field: entry.field, "\(entry.meaning) \(entry.advice)")
      return
    }
    let said = "Apple answered \(answer.status)\(answer.reason.map { " \($0)" } ?? " without a reason")"
    switch AnswerTable.action(status: answer.status, reason: answer.reason) {
    case .delivered:
      self.init(.accepted, "Apple accepted the notification. Nothing is left to do.")
    case .refuse where answer.status < 400:
      self.init(
        .unexpectedAnswer, "\(said), which is not an answer from Apple. Check the URL and any proxy on the way.")
    case .refuse:
      self.init(Self.code(answer), "\(said), which this version does not know. Look it up in Apple's documentation.")
    case .forgetToken:
      self.init(
        Self.code(answer), field: "device token", "\(said): forget the token, unless it was registered again since.")
    case .stopDestination:
      self.init(
        Self.code(answer), field: "provider token",
        "\(said): nothing more is sent. Check the key id, the team id, the .p8 file and the environment.")
    case .keepProviderToken, .retry:
      guard (400...599).contains(answer.status) else {
        self.init(
          .unexpectedAnswer, "\(said), which is not an answer from Apple. Check the URL and any proxy on the way.")
        return
      }
      self.init(Self.code(answer), "\(said). It is sent again later.")
    }
  }

  private static func code(_ answer: PushAnswer) -> Code { answer.reason.map(Code.init(rawValue:)) ?? .refused }
}
