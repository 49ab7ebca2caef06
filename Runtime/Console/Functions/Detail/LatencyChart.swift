import Host

/// The latency of each minute: a band from the median to the 95th percentile.
struct LatencyChart: Sendable {
  let minutes: [MinuteStatistics]
  let marks: [MinuteChart.Mark]

  /// One minute with calls.
  private struct Point {
    let index: Int
    let median, upper: Int
  }

  var html: HTML {
    let points = minutes.enumerated().compactMap { index, minute -> Point? in
      guard let median = minute.quantile(0.5), let upper = minute.quantile(0.95) else { return nil }
      return Point(index: index, median: median, upper: upper)
    }
    let top = Double(max(1, points.map(\.upper).max() ?? 0))
    let label =
      points.isEmpty
      ? "No calls in the last hour"
      : "Latency of the last hour: a band from p50 to p95, up to \(Quantities.duration(seconds: top / 1e6))"
    return MinuteChart(minutes, marks: marks, label: label, content: HTML(Self.runs(points).map { band($0, top) }))
      .html
  }

  /// The points in runs of minutes that follow each other, so that no band is drawn over minutes without calls.
  private static func runs(_ points: [Point]) -> [[Point]] {
    points.reduce(into: []) { runs, point in
      if let last = runs.last?.last, last.index + 1 == point.index {
        runs[runs.count - 1].append(point)
      } else {
        runs.append([point])
      }
    }
  }

  private func band(_ run: [Point], _ top: Double) -> HTML {
    // One minute alone is drawn over its whole width.
    let edges = run.count == 1 ? [(run[0], 0.0), (run[0], 1.0)] : run.map { ($0, 0.5) }
    let points = edges.map { point, shift in
      (
        x: (Double(point.index) + shift) * MinuteChart.step, median: Self.height(point.median, top),
        upper: Self.height(point.upper, top)
      )
    }
    let upper = points.map { "\(coordinate: $0.x),\(coordinate: $0.upper) " as HTML }
    let median = points.map { "\(coordinate: $0.x),\(coordinate: $0.median) " as HTML }
    return """
      <polygon class="band" points="\(upper)\(median.reversed())" fill="currentColor" fill-opacity="0.2"/>\
      <polyline points="\(upper)" fill="none" stroke="currentColor" stroke-opacity="0.5" vector-effect="non-scaling-stroke"/>\
      <polyline points="\(median)" fill="none" stroke="currentColor" stroke-width="1.5" vector-effect="non-scaling-stroke"/>
      """
  }

  private static func height(_ microseconds: Int, _ top: Double) -> Double {
    MinuteChart.height - 2 - (MinuteChart.height - 6) * Double(microseconds) / top
  }
}
