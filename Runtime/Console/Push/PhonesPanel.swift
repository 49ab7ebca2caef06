import FoundationEssentials

/// The phones of the host's simulator, with the notifications on their screens.
struct PhonesPanel {
  let phones: [SimulatedPhone]
  let now: Date

  var html: HTML {
    Panel(
      title: "Phones of the simulator",
      content: DataTable(
        columns: [.init("Phone"), .init("On its screen"), .init("Badge", .end), .init("Silent", .end)],
        rows: phones.map { phone in
          DataTable.Row(
            key: phone.token,
            cells: [
              "…\(phone.token)", "\(phone.notifications.map(screen))", "\(phone.badge.map(String.init) ?? "–")",
              "\(phone.silent)",
            ])
        },
        empty: """
          <p>No notification has arrived at the simulator. It starts with the first one.</p>\
          \(Code("swiftlet push send --token abcd --title Hello").html)
          """, label: "Phones of the simulator"
      ).html
    ).html
  }

  private func screen(_ notification: SimulatedPhone.Notification) -> HTML {
    """
    <div class="screen"><b>\(notification.title ?? notification.topic)</b> \(notification.subtitle ?? "") \(notification.body ?? "") \
    <small>\(Instant(notification.time, now: now).html)</small></div>
    """
  }
}
