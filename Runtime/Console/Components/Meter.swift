/// A bar that is filled to a fraction, with a text beside it: "3 of 10".
package struct Meter: Sendable {
  private let fraction: Double
  private let text: String
  private let kind: Badge.Kind

  /// - Parameters:
  ///   - fraction: the filled part, clamped to 0 to 1.
  ///   - text: the value of the bar, in words.
  ///   - kind: its colour.
  package init(fraction: Double, text: String, kind: Badge.Kind = .busy) {
    self.fraction = fraction.isFinite ? min(max(fraction, 0), 1) : 0
    self.text = text
    self.kind = kind
  }

  package var html: HTML {
    """
    <span class="meter"><svg width="64" height="6" aria-hidden="true"><rect class="track" width="64" height="6" rx="3"/>\
    <rect class="fill \(kind.name)" width="\(coordinate: 64 * fraction)" height="6" rx="3"/></svg> \(text)</span>
    """
  }
}
