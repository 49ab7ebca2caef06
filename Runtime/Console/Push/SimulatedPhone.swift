package import FoundationEssentials

/// A phone of the host's simulator, by its token, and the notifications on its screen.
package struct SimulatedPhone: Codable, Sendable, Hashable {
  /// A notification that is seen.
  package struct Notification: Codable, Sendable, Hashable {
    package let title: String?
    package let subtitle: String?
    package let body: String?
    package let topic: String
    package let apnsID: String
    package let time: Date

    package init(title: String?, subtitle: String?, body: String?, topic: String, apnsID: String, time: Date) {
      self.title = title
      self.subtitle = subtitle
      self.body = body
      self.topic = topic
      self.apnsID = apnsID
      self.time = time
    }

    private enum CodingKeys: String, CodingKey {
      case title, subtitle, body, topic
      case apnsID = "apns_id"
      case time
    }
  }

  /// The last six digits of its token.
  package let token: String
  /// The number on the app's icon; nil if no notification set one.
  package let badge: Int?
  /// The notifications on its screen, the newest first.
  package let notifications: [Notification]
  /// The number of further notifications that show nothing, such as those of type background.
  package let silent: Int

  package init(token: String, badge: Int?, notifications: [Notification], silent: Int) {
    self.token = token
    self.badge = badge
    self.notifications = notifications
    self.silent = silent
  }
}
