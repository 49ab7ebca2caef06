/// The notifications that the application keeps in its tables: those of all hosts, and of earlier starts.
struct StoredDeliveriesPanel {
  private let deliveries: [PushDelivery]
  private let view: PageView

  init(_ deliveries: [PushDelivery], _ view: PageView) {
    self.deliveries = deliveries.filter(PushFilter(view.filter).contains)
    self.view = view
  }

  var html: HTML {
    Panel(
      title: "Deliveries in the application's tables",
      content: DataTable(
        columns: [
          .init("Time"), .init("User"), .init("Session"), .init("Outcome"), .init("Reason"), .init("Tries", .end),
          .init("apns-id"),
        ],
        rows: deliveries.map(row),
        empty: """
          <p>The application's function lists no such notification. The same by a command:</p>\
          \(Code("swiftlet push deliveries").html)
          """, label: "Deliveries of all hosts"
      ).html
    ).html
  }

  private func row(_ delivery: PushDelivery) -> DataTable.Row {
    DataTable.Row(
      key: "\(delivery.apnsID) \(delivery.userID)",
      cells: [
        Instant(delivery.updatedAt, now: view.now).html, "\(delivery.userID)", "\(delivery.sessionID)",
        Self.badge(delivery.outcome).html, "\(delivery.reason ?? "–")", "\(delivery.attempts)", "\(delivery.apnsID)",
      ])
  }

  private static func badge(_ outcome: String) -> Badge {
    switch outcome {
    case "delivered": Badge(.good, "accepted")
    case "pending": Badge(.busy, outcome)
    case "unregistered": Badge(.warning, outcome)
    case "no_token": Badge(.idle, "no token")
    default: Badge(.bad, outcome)
    }
  }
}
