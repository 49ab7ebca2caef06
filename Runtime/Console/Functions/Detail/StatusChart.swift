import Host

/// The calls of each minute by the class of their status, as stacked bars: done, refused, failed.
struct StatusChart: Sendable {
  let minutes: [MinuteStatistics]
  let marks: [MinuteChart.Mark]

  var html: HTML {
    let top = Double(max(1, minutes.map(\.calls).max() ?? 0))
    let bars = minutes.enumerated().filter { $0.element.calls > 0 }.map { bar($0.element, at: $0.offset, top) }
    let sum = minutes.reduce((calls: 0, refused: 0, errors: 0)) {
      ($0.calls + $1.calls, $0.refused + $1.refused, $0.errors + $1.errors)
    }
    let label =
      "Calls of the last hour: \(sum.calls - sum.refused - sum.errors) done, \(sum.refused) refused (4xx), \(sum.errors) failed (5xx)"
    return MinuteChart(minutes, marks: marks, label: label, content: HTML(bars)).html
  }

  private func bar(_ minute: MinuteStatistics, at index: Int, _ top: Double) -> HTML {
    let done = minute.calls - minute.refused - minute.errors
    let parts: [(kind: Badge.Kind, count: Int)] = [(.good, done), (.warning, minute.refused), (.bad, minute.errors)]
    var (pieces, bottom) = ([HTML](), MinuteChart.height)
    for part in parts where part.count > 0 {
      let height = (MinuteChart.height - 4) * Double(part.count) / top
      bottom -= height
      pieces.append(
        """
        <rect class="\(part.kind.name)" x="\(coordinate: Double(index) * MinuteChart.step + 1)" y="\(coordinate: bottom)" \
        width="\(coordinate: MinuteChart.step - 2)" height="\(coordinate: height)"/>
        """)
    }
    let title = "\(Instant.exact(minute.start)): \(done) done, \(minute.refused) refused, \(minute.errors) failed"
    return "<g><title>\(title)</title>\(pieces)</g>"
  }
}
