extension MetricFamily {
  /// The values in Prometheus' exposition format (version 0.0.4).
  var text: String {
    let help = help.map { "# HELP \(name) \($0)\n" } ?? ""
    return help + "# TYPE \(name) \(kind.rawValue)\n" + points.map(lines).joined()
  }

  private func lines(_ point: Point) -> String {
    let labels = point.labels
    switch point.value {
    case .number(let value): return "\(name)\(Self.written(labels)) \(Self.number(value))\n"
    case .histogram(let histogram):
      var text = ""
      var below: UInt64 = 0
      for (bound, count) in zip(histogram.bounds, histogram.counts) {
        below += count
        text += "\(name)_bucket\(Self.written(labels, upTo: Self.number(bound))) \(below)\n"
      }
      text += "\(name)_bucket\(Self.written(labels, upTo: "+Inf")) \(histogram.total)\n"
      text += "\(name)_sum\(Self.written(labels)) \(histogram.sum)\n"
      return text + "\(name)_count\(Self.written(labels)) \(histogram.total)\n"
    }
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
  }

  /// - Parameter bound: of a bucket; nil for a line of another kind.
  private static func written(_ labels: [Label], upTo bound: String? = nil) -> String {
    let labels = labels + (bound.map { [Label(name: "le", value: $0)] } ?? [])
    guard !labels.isEmpty else { return "" }
    let written = labels.map { label in
      let value = label.value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
      return "\(label.name)=\"\(value)\""
    }
    return "{" + written.joined(separator: ",") + "}"
  }
}
