extension HTML.StringInterpolation {
  /// Inserts a coordinate of a drawing, to one decimal. A number that is not finite is 0.
  package mutating func appendInterpolation(coordinate value: Double) {
    let tenths = value.isFinite ? Int((min(max(value, -100_000), 100_000) * 10).rounded()) : 0
    appendInterpolation("\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)")
  }

  /// Inserts a piece if there is one.
  package mutating func appendInterpolation(_ piece: HTML?) { if let piece { appendInterpolation(piece) } }

  /// Inserts a piece if a condition holds: `<details\(if: isOpen, " open")>`.
  package mutating func appendInterpolation(if condition: Bool, _ piece: HTML) {
    if condition { appendInterpolation(piece) }
  }
}
