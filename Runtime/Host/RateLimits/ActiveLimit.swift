import Edge

/// A limit that holds on this host, with its counts.
final class ActiveLimit: Sendable {
  let name: String
  let rate: CellRate
  let subject: CallLimit.Subject
  /// The names of functions and handlers; nil for the functions that declare it.
  private let patterns: [String]?
  let counter: LimitCounter
  let refused: ValueSeries

  init(
    name: String, limit: CallLimit, patterns: [String]?, metrics: HostMetrics, counter: (CellRate) -> LimitCounter
  ) {
    self.name = name
    rate = CellRate(limit)
    subject = limit.subject
    self.patterns = patterns
    self.counter = counter(rate)
    refused = metrics.registry.counter(
      "swiftlet_limited_calls_total", [("limit", name)], help: "Calls that a rate limit refused")
  }

  /// Its element of `RateLimit-Policy`: `"search";q=50;w=60`.
  var policy: String { "\"\(name)\";q=\(rate.count);w=\(rate.period)" }

  /// Whether it holds for a function or a handler, whose code declares these limits.
  func holds(for function: String, declaring declared: some Sequence<String>) -> Bool {
    patterns.map { $0.contains { Self.matches(function[...], $0[...]) } } ?? declared.contains(name)
  }

  /// Whether a name matches a pattern in which `*` stands for any text.
  static func matches(_ name: Substring, _ pattern: Substring) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, parts.count > 1 else { return name == pattern }
    guard name.hasPrefix(first) else { return false }
    var rest = name.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}
