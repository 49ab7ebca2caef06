import FoundationEssentials

/// The texts of numbers with units, as short as they can be read.
package enum Quantities {
  /// A time span: `400 µs`, `12 ms`, `1.5 s`, `3 min`, `5 h`, `2 d`.
  package static func duration(seconds: Double) -> String {
    guard seconds.isFinite else { return "–" }
    return (seconds < 0 ? "-" : "") + span(abs(seconds))
  }

  private static func span(_ seconds: Double) -> String {
    switch seconds {
    case ..<0.000_000_5: "0 ms"
    case ..<0.000_999_5: "\(Int((seconds * 1_000_000).rounded())) µs"
    case ..<0.009_95: "\(decimal(seconds * 1000)) ms"
    case ..<0.999_5: "\(Int((seconds * 1000).rounded())) ms"
    case ..<9.95: "\(decimal(seconds)) s"
    case ..<119.5: "\(Int(seconds.rounded())) s"
    case ..<7200: "\(Int(seconds) / 60) min"
    case ..<172_800: "\(Int(seconds) / 3600) h"
    default: "\(Int(min(seconds, 1e15)) / 86_400) d"
    }
  }

  /// A size: `512 B`, `1.5 KiB`, `12.4 GiB`, `512 MiB`.
  package static func bytes(_ count: Int) -> String {
    var value = Double(count)
    guard abs(value) >= 1024 else { return "\(count) B" }
    for unit in ["KiB", "MiB", "GiB", "TiB"] {
      value /= 1024
      // A larger value is rounded to 1024, which is 1 of the next unit.
      if abs(value) < 1023.5 || unit == "TiB" {
        return "\(abs(value) < 99.95 ? decimal(value) : String(Int(value.rounded()))) \(unit)"
      }
    }
    return "\(count) B"
  }

  /// A number with its thousands set apart by a thin space: `50 000`.
  package static func count(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append("\u{202F}") }
      text.append(digit)
    }
    return number < 0 ? "-\(text)" : text
  }

  /// A rate or a mean: `0`, `0.3`, `12`, `1 204`.
  package static func number(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    if value == 0 { return "0" }
    if abs(value) < 9.95 { return abs(value) < 0.05 ? (value > 0 ? "<0.1" : "0") : decimal(value) }
    return count(Int(min(max(value, -1e15), 1e15).rounded()))
  }

  /// A fraction as a percentage: `0 %`, `0.4 %`, `12 %`.
  package static func percent(_ fraction: Double) -> String { "\(number(fraction * 100))\u{202F}%" }

  /// A number and its noun: `1 job`, `3 jobs`.
  package static func counted(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    "\(count(number)) \(number == 1 ? noun : plural ?? noun + "s")"
  }

  /// One decimal, without a zero at the end.
  private static func decimal(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let (whole, rest) = abs(tenths).quotientAndRemainder(dividingBy: 10)
    return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest)"
  }
}
