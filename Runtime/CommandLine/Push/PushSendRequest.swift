import Edge
import FoundationEssentials

/// The input of the control `push_send`: a notification as the flags of `push send` describe it.
struct PushSendRequest: Codable, Sendable {
  /// How long the sender retries. One more attempt takes 10 seconds, so its fault is known within
  /// ``PushReceipt/timeLimit``.
  static let retryDeadline = Duration.seconds(20)

  var token: String
  var environment: PushEnvironment?
  /// The bundle id; nil for the configured one.
  var topic: String?
  var type = PushType.alert
  var title: String?
  var subtitle: String?
  var body: String?
  var sound: String?
  var badge: Int?
  var data: [String: JSONValue] = [:]
  /// The whole payload; it replaces the fields above.
  var payload: String?
  var priority: PushPriority?
  /// Seconds since 1970 until which Apple keeps the notification; 0 for one attempt.
  var expiration: Int?
  var collapseID: String?
  var id: UUID

  init(to token: String, id: UUID = UUID()) {
    self.token = token
    self.id = id
  }

  /// Sends the notification, and cancels the sending after ``PushReceipt/timeLimit``.
  ///
  /// - Throws: ``PushError`` for what Apple would refuse.
  func send(by sender: any PushSending, _ settings: PushSettings) async throws -> PushReceipt {
    var push = try prepared(settings)
    push.retryDeadline = Self.retryDeadline
    let outcome = await withTaskGroup(of: PushOutcome?.self, returning: PushOutcome?.self) { group in
      group.addTask { [push] in await sender.send(push) }
      group.addTask {
        try? await Task.sleep(for: PushReceipt.timeLimit)
        return nil
      }
      defer { group.cancelAll() }
      // A cancelled sending still returns its last outcome.
      if let outcome = await group.next() ?? nil { return outcome }
      group.cancelAll()
      return await group.next() ?? nil
    }
    return PushReceipt(outcome, id: id, by: settings.recipient)
  }

  /// Checks the notification and makes its headers and payload.
  func prepared(_ settings: PushSettings) throws(PushError) -> PreparedPush {
    let device = try DeviceToken(token, environment: environment ?? settings.environment)
    var notification = PushNotification(try content(), bundleID: topic ?? settings.topic)
    notification.priority = priority
    notification.expiration = expiration.map { seconds in
      seconds == 0 ? .oneAttempt : .at(Date(timeIntervalSince1970: TimeInterval(seconds)))
    }
    notification.collapseID = collapseID
    guard let payload else {
      notification.custom = data
      return try notification.prepared(for: device, id: id)
    }
    return try notification.prepared(for: device, id: id).with(body: [UInt8](payload.utf8), limit: type.payloadLimit)
  }

  /// The content. With a whole payload, a placeholder of the same type, whose headers are used.
  private func content() throws(PushError) -> PushContent {
    let isWhole = payload != nil
    switch type {
    case .alert:
      return .alert(
        PushAlert(
          title: title.map(PushText.plain) ?? (isWhole ? "" : nil), subtitle: subtitle.map(PushText.plain),
          body: body.map(PushText.plain), sound: sound.map { $0 == "default" ? .standard : .named($0) },
          badge: badge))
    case .background: return .background
    case .complication: return .complication
    case .controls: return .controls
    case .location: return .location
    case .pushtotalk: return .pushToTalk
    case .voip: return .voip
    case .widgets: return .widgets
    case .fileprovider where isWhole: return .fileProvider(container: "payload", domain: nil)
    case .liveactivity where isWhole: return .liveActivity(.update(state: [String: String]()))
    case .mdm where isWhole: return .mdm(pushMagic: "payload")
    case .fileprovider, .liveactivity, .mdm:
      throw PushError(
        .missing, field: "payload", "A push of type \(type.rawValue) needs a whole one: --payload <file>.")
    }
  }
}

extension PreparedPush {
  /// A copy with another payload.
  fileprivate func with(body: [UInt8], limit: Int) throws(PushError) -> PreparedPush {
    guard body.count <= limit else {
      throw PushError(
        .tooLarge, field: "payload", "It has \(body.count) bytes; Apple takes at most \(limit). Shorten it.")
    }
    guard (try? Wire.decode(JSONValue.self, from: body))?.object != nil else {
      throw PushError(.invalidValue, field: "payload", "It is no JSON object, such as {\"aps\":{\"alert\":\"Hello\"}}.")
    }
    return PreparedPush(
      id: id, environment: environment, path: path, headers: headers, body: body, device: device, expiresAt: expiresAt)
  }
}
