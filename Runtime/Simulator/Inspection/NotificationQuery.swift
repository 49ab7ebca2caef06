import Wire

/// The query of a request that shows or removes notifications. A condition with an empty value is not checked.
struct NotificationQuery: Sendable {
  /// The largest number of notifications to show; nil if the field is not a whole number.
  let limit: Int?
  /// Whether a request that shows notifications also removes those that match.
  let clears: Bool
  private let token: String?
  private let topic: String?
  private let type: String?
  private let apnsID: String?

  init(_ query: String?) {
    let pairs = QueryPairs(query)
    func text(_ name: String) -> String? { pairs.value(of: name).flatMap { $0.isEmpty ? nil : $0 } }
    limit = Int(text("limit") ?? "1000").flatMap { $0 >= 0 ? $0 : nil }
    clears = pairs.value(of: "clear") != nil
    token = text("token")?.lowercased()
    topic = text("topic")
    type = text("type")
    apnsID = text("apns_id")?.lowercased()
  }

  func matches(_ arrived: ArrivedNotification) -> Bool {
    (token == nil || arrived.token == token) && (topic == nil || arrived.topic == topic)
      && (type == nil || arrived.type == type) && (apnsID == nil || arrived.apnsID.lowercased() == apnsID)
  }
}
