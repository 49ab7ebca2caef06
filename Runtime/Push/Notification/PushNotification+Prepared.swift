public import FoundationEssentials
import Wire

extension PushNotification {
  /// Checks the notification and prepares it for the wire to a device. Its id is the same on every retry.
  ///
  /// - Throws: ``PushError`` that names the field and says what to do.
  public func prepared(for token: DeviceToken, id: UUID = UUID()) throws(PushError) -> PreparedPush {
    try Checked(self).push(to: token, id: id)
  }

  /// Checks the notification once and prepares it for many devices, in their order, each with its own id.
  ///
  /// - Throws: ``PushError`` that names the field and says what to do.
  public func prepared(for tokens: [DeviceToken]) throws(PushError) -> [PreparedPush] {
    let checked = try Checked(self)
    return tokens.map { checked.push(to: $0, id: UUID()) }
  }

  /// The checked parts that are the same for every device.
  private struct Checked {
    let topic: String
    let type: PushType
    let headers: [(name: String, value: String)]
    let body: [UInt8]
    let expiresAt: Date?

    init(_ notification: PushNotification) throws(PushError) {
      type = notification.content.type
      try Header.checkBundleID(notification.bundleID)
      topic = notification.bundleID + type.topicSuffix
      var headers: [(name: String, value: String)] = []
      if let expiration = notification.expiration { headers.append(("apns-expiration", "\(try expiration.seconds())")) }
      if let priority = try notification.checkedPriority() { headers.append(("apns-priority", "\(priority.rawValue)")) }
      if let id = notification.collapseID {
        try Header.checkCollapseID(id)
        headers.append(("apns-collapse-id", id))
      }
      self.headers = headers
      body = try Payload(content: notification.content, custom: notification.custom).bytes(limit: type.payloadLimit)
      expiresAt = notification.expiration?.date
    }

    func push(to token: DeviceToken, id: UUID) -> PreparedPush {
      let own = [("apns-topic", topic), ("apns-push-type", type.rawValue), ("apns-id", id.lowercased)]
      return PreparedPush(
        id: id, environment: token.environment, path: "/3/device/\(token.hex)", headers: own + headers, body: body,
        device: token.hex, expiresAt: expiresAt)
    }
  }

  private func checkedPriority() throws(PushError) -> PushPriority? {
    guard case .background = content else { return priority }
    guard priority != .immediate else {
      throw PushError(
        .invalidValue, field: "apns-priority", "Apple refuses 10 for a background push; use 5 or 1, or leave it out.")
    }
    return priority ?? .considerate
  }
}
