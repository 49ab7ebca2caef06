/// A bar that is filled to a fraction, with a text beside it: "3 of 10".
struct Meter: Sendable {
  private let fraction: Double
  private let text: String
  private let kind: Badge.Kind

  /// - Parameter fraction: the filled part, clamped to 0 to 1.
  init(fraction: Double, text: String, kind: Badge.Kind = .busy) {
    self.fraction = fraction.isFinite ? min(max(fraction, 0), 1) : 0
    self.text = text
    self.kind = kind
  }

  var html: HTML {
    """
    <span class="meter"><svg width="64" height="6" aria-hidden="true"><rect class="track" width="64" height="6" rx="3"/>\
    <rect class="\(kind.name)" width="\(coordinate: 64 * fraction)" height="6" rx="3"/></svg> \(text)</span>
    """
  }
}
