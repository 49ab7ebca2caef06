import Testing

@testable import Push

@Suite struct AnswerTableTests {
  private func action(_ status: Int, _ reason: String? = nil) -> PushAction {
    PushAction(PushAnswer(status: status, reason: reason))
  }

  /// Repeats the table of the contract, row by row.
  @Test func matchesTheContract() {
    #expect(action(200) == .delivered)
    let ours = [
      "BadCollapseId", "BadExpirationDate", "BadMessageId", "BadPriority", "BadTopic", "DuplicateHeaders",
      "InvalidPushType", "MissingDeviceToken", "MissingTopic", "PayloadEmpty", "TopicDisallowed",
    ]
    for reason in ours + ["BadDeviceToken", "DeviceTokenNotForTopic"] {
      #expect(isRefused(400, reason))
      #expect(PushFault(PushAnswer(status: 400, reason: reason)).field != nil)
    }
    let anew = PushAction.Retry.Connection.new
    #expect(action(400, "IdleTimeout") == .retry(.init(on: anew, limit: .untilDeadline)))
    #expect(
      action(403, "ExpiredProviderToken") == .retry(.init(on: anew, renewsProviderToken: true, limit: .once)))
    #expect(action(403, "UnrelatedKeyIdInToken") == .retry(.init(on: anew, limit: .once)))
    let stopping = [
      "InvalidProviderToken", "MissingProviderToken", "BadCertificate", "BadCertificateEnvironment",
      "BadEnvironmentKeyIdInToken", "BadEnvironmentKeyInToken", "Forbidden",
    ]
    for reason in stopping { #expect(action(403, reason) == .stopDestination) }
    #expect(isRefused(404, "BadPath"))
    #expect(isRefused(405, "MethodNotAllowed"))
    #expect(action(410, "Unregistered") == .forgetToken)
    #expect(action(410, "ExpiredToken") == .forgetToken)
    #expect(isRefused(413, "PayloadTooLarge"))
    #expect(
      action(429, "TooManyRequests") == .retry(.init(on: .same, limit: .untilDeadline, scope: .device)))
    #expect(action(429, "TooManyProviderTokenUpdates") == .keepProviderToken)
    for status in [500, 503] {
      #expect(action(status, "InternalServerError") == .retry(.init(on: .same, limit: .untilDeadline)))
      #expect(action(status, "ServiceUnavailable") == .retry(.init(on: .same, limit: .untilDeadline)))
      #expect(action(status, "Shutdown") == .retry(.init(on: anew, limit: .untilDeadline)))
    }
  }

  private func isRefused(_ status: Int, _ reason: String) -> Bool {
    let fault = PushFault(PushAnswer(status: status, reason: reason))
    return action(status, reason) == .refuse && fault.code.rawValue == reason
  }

  @Test func noRowContradictsAnother() {
    var seen: Set<String> = []
    for row in AnswerTable.rows {
      for status in row.statuses {
        for reason in row.reasons { #expect(seen.insert("\(status) \(reason)").inserted) }
      }
    }
    #expect(seen.count == 42)
  }

  @Test(arguments: [nil, "SomethingNew"])
  func unknownReasonsFollowTheirStatus(reason: String?) {
    for status in [200, 201, 204] { #expect(action(status, reason) == .delivered) }
    for status in [301, 400, 401, 404, 405, 413, 451] { #expect(action(status, reason) == .refuse) }
    #expect(action(403, reason) == .stopDestination)
    #expect(action(410, reason) == .forgetToken)
    #expect(action(429, reason) == .retry(.init(on: .same, limit: .untilDeadline, scope: .device)))
    for status in [500, 502, 503, 504, 599] {
      #expect(action(status, reason) == .retry(.init(on: .same, limit: .untilDeadline)))
    }
    for status in [-1, 0, 100, 199, 600, 999, Int.max] {
      #expect(action(status, reason) == .retry(.init(on: .new, limit: .once)))
    }
  }

  @Test func aReasonUnderAnotherStatusFollowsTheStatus() {
    #expect(action(500, "BadTopic") == .retry(.init(on: .same, limit: .untilDeadline)))
    #expect(action(403, "Unregistered") == .stopDestination)
    #expect(action(400, "Shutdown") != .retry(.init(on: .new, limit: .untilDeadline)))
    #expect(!PushFault(PushAnswer(status: 400, reason: "Shutdown")).message.contains("sent again"))
  }

  @Test func everyReasonOfTheTableHasAnExplanation() {
    let reasons = Set(AnswerTable.rows.flatMap(\.reasons))
    #expect(reasons == Set(ReasonTexts.byReason.keys))
    for text in ReasonTexts.byReason.values {
      #expect(text.meaning.hasSuffix(".") && text.advice.hasSuffix("."))
      #expect(text.field != "")
    }
  }

  @Test func faultsExplainTheAnswer() {
    #expect(
      PushFault(PushAnswer(status: 400, reason: "BadDeviceToken")).description
        == "BadDeviceToken (device token): Apple does not know the device token in this environment. Check whether it "
        + "belongs to the other environment; if it cannot, forget it.")
    #expect(
      PushFault(PushAnswer(status: 400, reason: "NewReason")).description
        == "NewReason: Apple answered 400 NewReason, which this version does not know. Look it up in Apple's documentation."
    )
    #expect(
      PushFault(PushAnswer(status: 400)).description
        == "refused: Apple answered 400 without a reason, which this version does not know. "
        + "Look it up in Apple's documentation.")
    #expect(
      PushFault(PushAnswer(status: 403)).description
        == "refused (provider token): Apple answered 403 without a reason: nothing more is sent. "
        + "Check the key id, the team id, the .p8 file and the environment.")
    #expect(
      PushFault(PushAnswer(status: 410)).description
        == "refused (device token): Apple answered 410 without a reason: forget the token, unless it was registered "
        + "again since.")
    #expect(
      PushFault(PushAnswer(status: 502)).message == "Apple answered 502 without a reason. It is sent again later.")
    for status in [0, 302] {
      #expect(
        PushFault(PushAnswer(status: status)).description
          == "unexpectedAnswer: Apple answered \(status) without a reason, which is not an answer from Apple. "
          + "Check the URL and any proxy on the way.")
    }
    #expect(PushFault(PushAnswer(status: 200)).code == .accepted)
  }
}
