/// The notifications that the hosts have sent since their start.
struct PushDeliveriesPanel {
  /// The most rows of the application's that are read.
  static let mostStored = 200

  private let records: [HostValue<PushRecord>]
  /// This host, with the number of notifications that it holds to send them again.
  private let held: HostValue<Int>?
  /// Where the next page begins. The numbers of two hosts have no common order.
  private let next: Int?
  private let isAlone: Bool
  /// The application's rows of notifications, by apns-id.
  private let stored: [String: PushDelivery]
  private let limit: Int
  private let view: PageView

  init(_ answers: HostAnswers, stored: [PushDelivery], limit: Int, _ view: PageView) {
    let activities = answers.values { $0.push?.activity }
    records = answers.newest(limit, { $0.push?.activity.records }, at: \.time)
    held = activities.first(where: \.isOwn).map { HostValue(host: $0.host, isOwn: true, value: $0.value.held) }
    next = activities.count == 1 ? activities[0].value.next : nil
    isAlone = answers.isAlone
    self.limit = limit
    self.stored = Dictionary(stored.map { ($0.apnsID.lowercased(), $0) }) { first, _ in first }
    self.view = view
  }

  var html: HTML {
    Panel(
      title: isAlone ? "Deliveries of this host" : "Deliveries of the hosts", actions: resendAll,
      content: "\(range)\(table)\(pager)"
    ).html
  }

  private var resendAll: HTML {
    guard let count = held?.value, count > 0, let host = held?.host else { return .empty }
    let sentence = "This sends \(Quantities.counted(count, "undelivered notification")) again, under their ids."
    return ActionForm(
      section: .push, action: "resend", fields: [Form.Field("all", "true"), Form.host(host)],
      label: "Resend what is missing (\(count)\(isAlone ? "" : " on this host"))",
      confirmation: count > 100 ? .count(count) : .sentence(sentence), view: view
    ).html
  }

  private var table: HTML {
    let user = PushFilter(view.filter).user
    let records = records.filter { record in
      user.map { stored[record.value.apnsID]?.userID.hasPrefix($0) ?? false } ?? true
    }
    return DataTable(
      columns: [
        .init("Time"), .init("Kind"), .init("User"), .init("Token"), .init("Environment"), .init("Topic"),
        .init("Status"), .init("Took", .end), .init("Tries", .end), .init("apns-id"), .init(""),
      ],
      rows: records.map(row), empty: empty, view: view, label: "Deliveries"
    ).html
  }

  /// Says among which notifications a user was looked for, unless it is among all of them.
  private var range: HTML {
    guard PushFilter(view.filter).user != nil, records.count >= limit || stored.count >= Self.mostStored else {
      return .empty
    }
    return """
      <p class="note">The user is looked for among the newest \(Quantities.count(limit)) notifications and the \
      newest \(Quantities.count(Self.mostStored)) rows of the application.</p>
      """
  }

  private var empty: HTML {
    view.filter.terms.isEmpty
      ? """
      <p>The last 2000 notifications of each host since its start appear here.</p>\
      \(Code("swiftlet push send --token <device token> --title Test").html)
      """ : "<p>No notification matches the filter.</p>"
  }

  private func row(_ item: HostValue<PushRecord>) -> DataTable.Row {
    let record = item.value
    let own = stored[record.apnsID]
    return DataTable.Row(
      key: HostColumn.key(record.apnsID, of: item), link: record.job.map { Section.queue.path("\($0)") },
      cells: [
        Instant(record.time, now: view.now).html, "\(record.kind)", "\(own?.userID ?? "–")",
        "\(record.token.map { "…\($0)" } ?? "broadcast")", "\(record.environment)", "\(record.topic)", status(record),
        "\(record.milliseconds.map { Quantities.duration(seconds: $0 / 1000) } ?? "–")",
        "\(max(record.tries, own?.attempts ?? 0))", "\(record.apnsID)",
        repetition(of: record, isOwn: item.isOwn, host: item.host),
      ], host: HostColumn.name(of: item, unless: isAlone))
  }

  /// The form that sends an undelivered notification again, or a link to the job that has sent it.
  private func repetition(of record: PushRecord, isOwn: Bool, host: String) -> HTML {
    if let job = record.job {
      guard record.outcome == .undelivered else { return .empty }
      let link: HTML = "<a href=\"\(Section.queue.path("\(job)"))\">job \(job)</a>"
      return "<small>The console does not send it again: see \(link)</small>"
    }
    guard record.isHeld, isOwn else { return .empty }
    return ActionForm(
      section: .push, action: "resend", fields: [Form.Field("id", record.apnsID), Form.host(host)],
      label: "Resend", view: view
    ).html
  }

  private func status(_ record: PushRecord) -> HTML {
    let answer = [record.status.map(String.init), record.reason].compactMap(\.self).joined(separator: " ")
    let lost: HTML = record.mayHaveArrived ? " It may have arrived: the answer to it was lost." : .empty
    return "\(record.outcome.badge.html) \(answer) <small>\(record.meaning ?? "")\(lost)</small>"
  }

  private var pager: HTML {
    isAlone || next != nil
      ? Pager(before: next.map(String.init), view: view).html
      : "<p class=\"note\">The newest of each host. Filter by <code>host:</code> for older ones.</p>"
  }
}

extension PushRecord.Outcome {
  var badge: Badge {
    switch self {
    case .sending: Badge(.busy, "sending")
    case .delivered: Badge(.good, "accepted")
    case .unregistered: Badge(.warning, "unregistered")
    case .refused: Badge(.bad, "refused")
    case .undelivered: Badge(.bad, "undelivered")
    }
  }
}
