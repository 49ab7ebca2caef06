/// The table of Apple's answers and the action that follows from each. The sender has no other rule.
enum AnswerTable {
  struct Row: Sendable {
    let statuses: [Int]
    let reasons: [String]
    let action: PushAction

    init(_ statuses: Int..., reasons: [String], _ action: PushAction) {
      self.statuses = statuses
      self.reasons = reasons
      self.action = action
    }
  }

  static let rows: [Row] = [
    Row(200, reasons: [], .delivered),
    Row(
      400,
      reasons: [
        "BadCollapseId", "BadExpirationDate", "BadMessageId", "BadPriority", "BadTopic", "DuplicateHeaders",
        "InvalidPushType", "MissingDeviceToken", "MissingTopic", "PayloadEmpty", "TopicDisallowed",
      ], .refuse),
    // Broadcasts and channels.
    Row(
      400,
      reasons: [
        "BadChannelId", "CannotCreateChannelConfig", "ChannelNotRegistered", "FeatureNotEnabled", "MissingChannelId",
        "MissingPushType",
      ], .refuse),
    Row(400, reasons: ["BadDeviceToken", "DeviceTokenNotForTopic"], .refuse),
    Row(400, reasons: ["IdleTimeout"], .retry(.init(on: .new, limit: .untilDeadline))),
    Row(403, reasons: ["ExpiredProviderToken"], .retry(.init(on: .new, renewsProviderToken: true, limit: .once))),
    Row(403, reasons: ["UnrelatedKeyIdInToken"], .retry(.init(on: .new, limit: .once))),
    Row(
      403,
      reasons: [
        "InvalidProviderToken", "MissingProviderToken", "BadCertificate", "BadCertificateEnvironment",
        "BadEnvironmentKeyIdInToken", "BadEnvironmentKeyInToken", "Forbidden",
      ], .stopDestination),
    Row(404, reasons: ["BadPath"], .refuse),
    Row(405, reasons: ["MethodNotAllowed"], .refuse),
    Row(410, reasons: ["Unregistered", "ExpiredToken"], .forgetToken),
    Row(413, reasons: ["PayloadTooLarge"], .refuse),
    Row(429, reasons: ["TooManyRequests"], .retry(.init(on: .same, limit: .untilDeadline, scope: .device))),
    Row(429, reasons: ["TooManyProviderTokenUpdates"], .keepProviderToken),
    Row(
      500, 503, reasons: ["InternalServerError", "ServiceUnavailable"],
      .retry(.init(on: .same, limit: .untilDeadline))),
    // A server that shuts down accepts no more requests on this connection.
    Row(500, 503, reasons: ["Shutdown"], .retry(.init(on: .new, limit: .untilDeadline))),
  ]

  /// The action for a reason that is in no row. It depends on the status alone.
  private static func action(unknownReasonWith status: Int) -> PushAction {
    switch status {
    case 200...299: .delivered
    case 403: .stopDestination
    case 410: .forgetToken
    case 429: .retry(.init(on: .same, limit: .untilDeadline, scope: .device))
    case 300...499: .refuse
    case 500...599: .retry(.init(on: .same, limit: .untilDeadline))
    default: .retry(.init(on: .new, limit: .once))
    }
  }

  private struct Key: Hashable {
    let status: Int
    let reason: String
  }

  private static let actions: [Key: PushAction] = rows.reduce(into: [:]) { actions, row in
    for status in row.statuses {
      for reason in row.reasons { actions[Key(status: status, reason: reason)] = row.action }
    }
  }

  static func action(status: Int, reason: String?) -> PushAction {
    knownAction(status: status, reason: reason) ?? action(unknownReasonWith: status)
  }

  /// The action of the row with this status and reason; nil if there is no such row.
  static func knownAction(status: Int, reason: String?) -> PushAction? {
    reason.flatMap { actions[Key(status: status, reason: $0)] }
  }
}

extension PushAction {
  /// The action after an answer: of its row in the table, or of the status if no row has the reason.
  package init(_ answer: PushAnswer) { self = AnswerTable.action(status: answer.status, reason: answer.reason) }
}
