import Console
import Edge
import FoundationEssentials
import Simulator

extension SimulatedPhone {
  /// The most phones, and notifications of one phone, that are shown.
  private static let (mostPhones, mostNotifications) = (24, 8)
  /// The number of last arrivals that are read.
  private static let read = 500

  /// The phones that notifications arrived at, the latest first.
  ///
  /// A notification replaces an earlier one of its collapse id, as on a phone.
  ///
  /// - Parameter arrived: notifications in the order of their arrival.
  static func phones(_ arrived: some BidirectionalCollection<ArrivedNotification>) -> [SimulatedPhone] {
    var phones: [String: Screen] = [:]
    var order: [String] = []
    for notification in arrived.suffix(read).reversed() {
      guard let token = notification.token else { continue }
      if phones[token] == nil {
        guard order.count < mostPhones else { continue }
        order.append(token)
      }
      phones[token, default: Screen()].add(notification, most: mostNotifications)
    }
    return order.compactMap { token in
      phones[token].map {
        SimulatedPhone(
          token: String(token.suffix(6)), badge: $0.badge, notifications: $0.notifications, silent: $0.silent)
      }
    }
  }

  /// The screen of one phone, while notifications are added from the latest to the earliest.
  private struct Screen {
    var badge: Int?
    var notifications: [SimulatedPhone.Notification] = []
    var silent = 0
    private var collapsed: Set<String> = []

    mutating func add(_ arrived: ArrivedNotification, most: Int) {
      if let id = arrived.collapseID, !collapsed.insert("\(arrived.topic) \(id)").inserted { return }
      let payload = (try? Wire.decode(JSONValue.self, from: arrived.payload))?["aps"]
      if badge == nil { badge = payload?["badge"]?.integer }
      let alert = payload?["alert"]
      let (title, subtitle) = (alert?["title"]?.string, alert?["subtitle"]?.string)
      let body = alert?.string ?? alert?["body"]?.string ?? alert?["loc-key"]?.string
      guard arrived.type == "alert", title != nil || body != nil || subtitle != nil else { return silent += 1 }
      guard notifications.count < most else { return }
      notifications.append(
        SimulatedPhone.Notification(
          title: title ?? alert?["title-loc-key"]?.string, subtitle: subtitle, body: body, topic: arrived.topic,
          apnsID: arrived.apnsID, time: arrived.receivedAt))
    }
  }
}
