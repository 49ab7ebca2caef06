/// The last runs of a job as bars, the oldest first: the colour is the outcome, the height the duration.
struct RunBars: Sendable {
  struct Run: Sendable {
    let outcome: Badge.Kind
    /// The duration; nil for a run that did not begin.
    let seconds: Double?
    /// The text on hover.
    let title: String
  }

  private static let height = 22.0

  private let runs: [Run]
  private let label: String

  /// - Parameter label: the description of the drawing for a screen reader.
  init(_ runs: [Run], label: String) {
    self.runs = runs
    self.label = label
  }

  var html: HTML {
    let longest = max(runs.compactMap(\.seconds).filter(\.isFinite).max() ?? 0, .leastNonzeroMagnitude)
    let bars = runs.enumerated().map { index, run -> HTML in
      let seconds = run.seconds.map { $0.isFinite ? max($0, 0) : 0 } ?? 0
      let height = 3 + (Self.height - 3) * seconds / longest
      return """
        <rect class="\(run.outcome.name)" x="\(4 * index)" y="\(coordinate: Self.height - height)" width="3" \
        height="\(coordinate: height)"><title>\(run.title)</title></rect>
        """
    }
    return """
      <svg class="runs" width="\(4 * runs.count)" height="22" role="img" aria-label="\(label)">\(bars)</svg>
      """
  }
}
