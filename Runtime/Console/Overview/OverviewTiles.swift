import FoundationEssentials
import Host
import Jobs
import Workers

/// The four tiles of the overview, each with its course over the last 60 minutes.
struct OverviewTiles: Sendable {
  /// The calls of all functions in each minute.
  let minutes: [MinuteStatistics]
  /// The calls of the last minutes, as many as a rate is of.
  let recent: MinuteStatistics
  let rate: RecentRate
  let picture: HostPicture
  let now: Date

  var html: HTML { Tile.row([calls, errors, latency, queue]) }

  /// The deployments of the last hour. A sparkline's last value is that of the running minute.
  private var deployments: [Sparkline.Mark] {
    guard let first = minutes.first?.start, minutes.count > 1 else { return [] }
    return MinuteChart.Mark.deployments(of: picture.bundles).map { mark in
      let place = mark.date.timeIntervalSince(first) / 60 / Double(minutes.count - 1)
      // A deployment within the running minute stands at the end.
      return Sparkline.Mark(place: mark.date <= now ? min(place, 1) : place, title: mark.title)
    }
  }

  private var calls: Tile {
    Tile(
      title: "Calls/min", value: "\(Quantities.number(rate.perMinute(recent.calls)))", note: "mean of 5 min",
      sparkline: Sparkline(
        minutes.map { Double($0.calls) }, label: "Calls in each minute of the last hour", marks: deployments),
      link: Section.functions.path)
  }

  private var errors: Tile {
    let rate: Double? = recent.calls > 0 ? Double(recent.errors) / Double(recent.calls) : nil
    let note: HTML = "\(Quantities.count(recent.errors)) failed, \(Quantities.count(recent.refused)) refused"
    let rates = minutes.map { Double($0.errors) / Double(max(1, $0.calls)) }
    return Tile(
      title: "Errors", value: "\(rate.map(Quantities.percent) ?? "–")",
      note: note,
      sparkline: Sparkline(
        rates, label: "Part of failed calls in each minute of the last hour", kind: .bad, marks: deployments),
      link: Section.errors.path)
  }

  private var latency: Tile {
    let upper = minutes.map { Double($0.quantile(0.95) ?? 0) / 1e6 }
    return Tile(
      title: "p50 / p95",
      value: "\(FunctionList.quantile(recent.quantile(0.5))) / \(FunctionList.quantile(recent.quantile(0.95)))",
      note: "of 5 min",
      sparkline: Sparkline(
        upper, label: "95th percentile of each minute of the last hour", marks: deployments),
      link: Section.invocations.path)
  }

  private var queue: Tile {
    let waiting = picture.queue.map { $0.functions.reduce(0) { $0 + $1.waiting } }
    let oldest = picture.queue?.functions.compactMap(\.oldest).min()
    return Tile(
      title: "Queue", value: "\(waiting.map(Quantities.count) ?? "–")",
      note: oldest.map { "oldest due \(Instant($0, now: now).html)" } ?? "nothing waits",
      sparkline: picture.depth.map {
        Sparkline(
          $0.waiting.map(Double.init), label: "Waiting jobs in each minute of the last hour", marks: deployments)
      },
      link: Section.queue.path)
  }
}
