/// The tiles of the page of notifications.
struct PushFigures {
  let activity: PushActivity
  let rate: RecentRate

  var html: HTML {
    let minutes = activity.minutes
    let (sent, delivered, failed) = (Self.sum(minutes.sent), Self.sum(minutes.delivered), Self.sum(minutes.failed))
    let accepted = delivered + failed > 0 ? Quantities.percent(Double(delivered) / Double(delivered + failed)) : "–"
    let recent = Self.sum(Array(minutes.sent.suffix(RecentRate.minutes)))
    return Tile.row([
      Tile(
        title: "Sent/min", value: "\(Quantities.number(rate.perMinute(recent)))",
        note: "mean of 5 min; \(Quantities.count(sent)) in the last hour",
        sparkline: Sparkline(minutes.sent.map(Double.init), label: "Notifications in each of the last 60 minutes")),
      Tile(
        title: "Accepted", value: "\(accepted)",
        note: "\(Quantities.count(failed)) not accepted in the last hour",
        sparkline: Sparkline(
          minutes.failed.map(Double.init),
          label: "Notifications that were not accepted, in each of the last 60 minutes",
          kind: .bad)),
      Tile(
        title: "p95", value: "\(activity.p95.map { Quantities.duration(seconds: $0 / 1000) } ?? "–")",
        note: "to Apple's answer"),
      Tile(title: "In flight", value: "\(Quantities.count(activity.inFlight))"),
    ])
  }

  private static func sum(_ counts: [Int]) -> Int { counts.reduce(0, +) }
}
