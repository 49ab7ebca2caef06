import Edge
import FoundationEssentials

/// Where pushes go, and the connections there.
struct PushConnectionsPanel {
  private let overview: PushOverview
  private let services: [HostValue<PushConnections>]
  private let isAlone: Bool
  private let now: Date

  /// - Parameter overview: where this host's pushes go.
  init(_ overview: PushOverview, _ answers: HostAnswers, at now: Date) {
    self.overview = overview
    services = answers.items { $0.push?.overview.connections }
    isAlone = answers.isAlone
    self.now = now
  }

  var html: HTML {
    Panel(title: "Connections", content: "\(target)\(table)").html
  }

  private var target: HTML {
    let status = overview.status
    var facts: [(HTML, HTML)] = [
      ("Pushes go to", "\(status.inWords)"), ("Topic", "\(status.topic)"),
      ("Environment of tokens that name none", "\(status.environment.rawValue)"),
      ("Reaches phones", status.reachesPhones ? "yes" : "no"),
    ]
    if let keyID = status.keyID { facts.append(("Key", "\(keyID)")) }
    if let url = status.inspectionURL { facts.append(("What arrived, as JSON", "\(url)/notifications")) }
    return Facts(facts).html
  }

  private var table: HTML {
    DataTable(
      columns: [
        .init("Service"), .init("State"), .init("Streams"), .init("Waiting", .end), .init("Provider token"),
        .init("Last answer"), .init("What is wrong, and what to do"),
      ],
      rows: services.map(row),
      empty: """
        <p>No connection was opened: it opens with the first notification.</p>\
        \(Code("swiftlet push send --token <device token> --title Test").html)
        """, label: "Connections of the sender"
    ).html
  }

  private func row(_ item: HostValue<PushConnections>) -> DataTable.Row {
    let service = item.value
    return DataTable.Row(
      key: HostColumn.key("\(service.environment) \(service.service)", of: item),
      cells: [
        "\(service.service) (\(service.environment))", Self.state(service).html,
        "\(service.connections.map { Self.streams($0) })", "\(Quantities.count(service.waiting))",
        service.tokenAge.map { "made \(Instant.began(secondsAgo: Double($0), now: now).html)" } ?? "–",
        service.lastAnswer.map(answer) ?? "–", fault(service),
      ], host: HostColumn.name(of: item, unless: isAlone))
  }

  private static func state(_ service: PushConnections) -> Badge {
    if service.stopped != nil { return Badge(.bad, "stopped") }
    if service.unreachable != nil { return Badge(.bad, "unreachable") }
    if service.connections.contains(where: { $0.state == .open }) { return Badge(.good, "open") }
    return service.connections.isEmpty ? Badge(.idle, "closed") : Badge(.busy, "opening")
  }

  private static func streams(_ connection: PushConnections.Connection) -> HTML {
    let part = connection.limit > 0 ? Double(connection.inFlight) / Double(connection.limit) : 0
    return "<div>\(Meter(fraction: part, text: "\(connection.inFlight) of \(connection.limit)").html)</div>"
  }

  private func answer(_ answer: PushConnections.Answer) -> HTML {
    "\(answer.status) \(answer.reason ?? "") \(Instant(answer.time, now: now).html)"
  }

  private func fault(_ service: PushConnections) -> HTML {
    guard let fault = service.stopped ?? service.unreachable else { return .empty }
    let again = service.stoppedFor.map { " It tries again in \($0 + 1) s." } ?? ""
    return "<b>\(fault.reason)</b> \(fault.meaning)\(again)"
  }
}
