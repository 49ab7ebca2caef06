/// A small line of values over time, the oldest first.
struct Sparkline: Sendable {
  /// A place that is marked by a line across.
  struct Mark: Sendable, Hashable {
    /// Its place, from 0 at the oldest value to 1 at the newest.
    let place: Double
    /// Its text on hover.
    let title: String
  }

  private static let size = (width: 120.0, height: 24.0)

  private let values: [Double]
  private let label: String
  private let kind: Badge.Kind?
  private let marks: [Mark]

  /// - Parameters:
  ///   - label: the description of the drawing for a screen reader.
  ///   - kind: its colour; nil for the accent colour.
  ///   - marks: the marked places. One beyond the line's ends is left out.
  init(_ values: [Double], label: String, kind: Badge.Kind? = nil, marks: [Mark] = []) {
    self.marks = marks.filter { (0...1).contains($0.place) }
    self.values = values.map { $0.isFinite ? $0 : 0 }
    self.label = label
    self.kind = kind
  }

  var html: HTML {
    let (width, height) = Self.size
    return """
      <svg class="spark \(kind?.name ?? "accent")" width="120" height="24" viewBox="0 0 \(coordinate: width) \(coordinate: height)" \
      preserveAspectRatio="none" role="img" aria-label="\(label)"><title>\(label)</title>\(line)\(marks.map(Self.line))</svg>
      """
  }

  private static func line(_ mark: Mark) -> HTML {
    let x = mark.place * size.width
    return """
      <line class="mark" x1="\(coordinate: x)" x2="\(coordinate: x)" y1="0" y2="\(coordinate: size.height)" stroke="currentColor" \
      stroke-dasharray="2 2" vector-effect="non-scaling-stroke"><title>\(mark.title)</title></line>
      """
  }

  private var line: HTML {
    let (width, height) = Self.size
    guard values.count > 1 else { return .empty }
    let top = max(values.max() ?? 0, .leastNonzeroMagnitude)
    let step = width / Double(values.count - 1)
    let points = HTML(
      values.enumerated().map { index, value in
        let y = height - 1.5 - (height - 3) * max(value, 0) / top
        return "\(coordinate: Double(index) * step),\(coordinate: y) "
      })
    return """
      <polygon points="0,\(coordinate: height) \(points)\(coordinate: width),\(coordinate: height)"/>\
      <polyline points="\(points)" vector-effect="non-scaling-stroke"/>
      """
  }
}
