/// Durations and sizes with units, read and written.
enum Quantity {
  /// Seconds from `30`, `1.5`, `250ms`, `30s`, `5m`, `1h` or `7d`; nil for anything else.
  static func seconds(_ text: some StringProtocol) -> Double? {
    scaled(text, units: ["": 1, "ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400])
  }

  /// Bytes from `1024`, `512KiB`, `10MiB` or `1GiB`; nil for anything else.
  static func bytes(_ text: some StringProtocol) -> Int? {
    scaled(text, units: ["": 1, "B": 1, "KiB": 1024, "MiB": 1_048_576, "GiB": 1_073_741_824])
      .flatMap { Int(exactly: $0) }
  }

  /// A size with the largest unit that divides it: `10MiB`.
  static func text(bytes: Int) -> String {
    for (unit, size) in [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)] where bytes >= size && bytes % size == 0
    {
      return "\(bytes / size)\(unit)"
    }
    return "\(bytes)"
  }

  /// A duration in seconds: `30s`, `1.5s`.
  static func text(seconds: Double) -> String {
    Int(exactly: seconds).map { "\($0)s" } ?? "\(seconds)s"
  }

  private static func scaled(_ text: some StringProtocol, units: [String: Double]) -> Double? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let factor = units[String(text[digits.endIndex...]).trimmingPrefix()], let number = Double(digits) else {
      return nil
    }
    let value = number * factor
    return value.isFinite ? value : nil
  }
}

extension String {
  /// The text without leading blanks: `10 MiB` is `10MiB`.
  fileprivate func trimmingPrefix() -> String { String(drop(while: { $0 == " " })) }
}
