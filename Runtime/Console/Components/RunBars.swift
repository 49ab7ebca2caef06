/// The last runs of a job as bars, the oldest first: the colour is the outcome, the height the duration.
package struct RunBars: Sendable {
  /// One run.
  package struct Run: Sendable {
    /// Its outcome.
    package let outcome: Badge.Kind
    /// How long it took, in seconds; nil for a run that did not begin.
    package let seconds: Double?
    /// Its text on hover.
    package let title: String

    package init(outcome: Badge.Kind, seconds: Double?, title: String) {
      self.outcome = outcome
      self.seconds = seconds
      self.title = title
    }
  }

  private static let height = 22.0

  private let runs: [Run]
  private let label: String

  /// - Parameter label: the description of the drawing for a screen reader.
  package init(_ runs: [Run], label: String) {
    self.runs = runs
    self.label = label
  }

  package var html: HTML {
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
