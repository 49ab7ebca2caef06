import Edge
import FoundationEssentials

/// The page of notifications: their counts, the connections, the deliveries, and the phones of the simulator.
struct PushPage: Page {
  let section = Section.push

  private let controls: any Controls
  private let host: HostDescription
  private let hosts: HostQuestions

  init(_ sources: ConsoleSources) { (controls, host, hosts) = (sources.controls, sources.host, sources.hosts) }

  func content(of view: PageView) async throws -> PageContent {
    guard view.path.isEmpty else { throw PageError.notFound }
    let filter = PushFilter(view.filter, before: view.query["before"].flatMap { Int($0) })
    let all = await hosts.ask(.push(filter.query))
    guard let overview = all.values(\.push).first(where: \.isOwn)?.value.overview else {
      throw PageError.unavailable("The host's sender of notifications does not answer")
    }
    let answers = all.chosen(by: view.filter)
    let activity = PushActivity(ofAll: answers)
    let stored = await storedDeliveries()
    let deliveries = PushDeliveriesPanel(answers, stored: stored ?? [], limit: filter.query.limit, view)
    var regions = [
      Region("hosts-note", HostsNote(answers).html),
      Region("push-figures", PushFigures(activity: activity, rate: answers.rate(of: host, now: view.now)).html),
      Region("push-connections", PushConnectionsPanel(overview, answers, at: view.now).html),
      Region("push-filter", "\(Self.filterBar(view))\(FilterProblem.note(filter.problems))"),
      Region("push-deliveries", deliveries.html),
    ]
    if let stored { regions.append(Region("push-stored", StoredDeliveriesPanel(stored, view).html)) }
    if let phones = overview.phones {
      regions.append(Region("push-phones", PhonesPanel(phones: phones, now: view.now).html))
    }
    if view.canAct { regions.append(Region("push-test", PushTestForm(status: overview.status, view: view).html)) }
    return PageContent(title: "Push", regions: regions)
  }

  /// The notifications that the application keeps in its tables; nil if it has no function that lists them, or if the
  /// function fails.
  private func storedDeliveries() async -> [PushDelivery]? {
    try? await controls.call("push_deliveries", ["limit": PushDeliveriesPanel.mostStored])
  }

  private static func filterBar(_ view: PageView) -> HTML {
    FilterBar(
      section: .push, filter: view.filter, placeholder: "outcome:undelivered reason",
      hints: [
        "outcome:undelivered", "outcome:refused", "kind:alert", "env:sandbox", "topic:", "token:", "user:", "id:",
        "host:",
      ]
    ).html
  }

  func perform(_ action: String, _ form: Form) async throws -> ActionOutcome {
    switch action {
    case "test": return try await test(form)
    case "resend": return try await resend(form)
    default: throw PageError.notFound
    }
  }

  private func test(_ form: Form) async throws -> ActionOutcome {
    let receipt: PushTestReceipt = try await controls.act("push_send", try PushTest(form))
    return ActionOutcome("\(receipt.outcome.capitalized): \(receipt.meaning) apns-id \(receipt.apnsID)")
  }

  private func resend(_ form: Form) async throws -> ActionOutcome {
    try form.checkHost(host.name)
    try form.checkConfirmation()
    let texts = form.values(of: "id")
    let ids = texts.compactMap { UUID(uuidString: $0) }
    guard ids.count == texts.count else { throw PageError.invalid("An apns-id is a UUID") }
    guard !ids.isEmpty || form["all"] == "true" else { throw PageError.invalid("No notification is selected") }
    let resent: PushResent = try await controls.act("push_resend", PushResending(ids: ids.isEmpty ? nil : ids))
    guard resent.sent > 0 else {
      return ActionOutcome("Nothing was sent: nothing is missing any more, or it has expired", count: 0)
    }
    return ActionOutcome(
      "Sent \(Quantities.counted(resent.sent, "notification")) again; \(resent.delivered) accepted", count: resent.sent)
  }
}
