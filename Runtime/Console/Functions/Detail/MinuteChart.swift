import FoundationEssentials
import Host
import Workers

/// The frame of a drawing of the last 60 minutes, the oldest first: the places of minutes, and marks of deployments.
struct MinuteChart: Sendable {
  /// An instant that is marked by a line.
  struct Mark: Sendable, Hashable {
    let date: Date
    /// Its text on hover.
    let title: String

    static func deployments(of standings: [BundleStanding]) -> [Mark] {
      standings.compactMap { standing in
        standing.deployedAt.map {
          Mark(
            date: $0, title: "\(standing.bundle) \(BundleVersion.short(standing.digest)) deployed, \(Instant.exact($0))"
          )
        }
      }
    }
  }

  static let (width, height) = (480.0, 96.0)
  /// The width of one minute.
  static let step = width / Double(FunctionStatistics.minutes)

  private let marks: [Mark]
  /// The beginning of the oldest minute.
  private let start: Date
  private let label: String
  private let content: HTML

  /// - Parameter content: the drawing, in a plane of ``width`` and ``height``.
  init(_ minutes: [MinuteStatistics], marks: [Mark], label: String, content: HTML) {
    self.marks = marks
    start = minutes.first?.start ?? .distantPast
    self.label = label
    self.content = content
  }

  var html: HTML {
    """
    <svg class="chart" width="100%" height="96" viewBox="0 0 480 96" preserveAspectRatio="none" role="img" aria-label="\(label)">\
    \(content)\(marks.map(line))</svg><p class="note">\(label)</p>
    """
  }

  /// The line of a mark; nothing for one that is not within the hour.
  private func line(_ mark: Mark) -> HTML {
    let x = mark.date.timeIntervalSince(start) / 60 * Self.step
    guard (0...Self.width).contains(x) else { return .empty }
    return """
      <line class="mark" x1="\(coordinate: x)" x2="\(coordinate: x)" y1="0" y2="96" stroke="currentColor" stroke-dasharray="3 3" \
      vector-effect="non-scaling-stroke"><title>\(mark.title)</title></line>
      """
  }
}
