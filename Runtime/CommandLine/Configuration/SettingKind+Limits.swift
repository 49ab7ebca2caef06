import Edge
import Wire

extension SettingKind where Value == CallLimit {
  private static var periods: [(word: String, period: Duration)] {
    [("second", .seconds(1)), ("minute", .seconds(60)), ("hour", .seconds(3600)), ("day", .seconds(86_400))]
  }

  /// A number of calls in a period: `"100/minute"`.
  static var callRate: Self {
    Self(
      expected: "a number of calls from 1 to 1000000 per second, minute, hour or day, such as \"100/minute\"",
      read: { text in
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.allSatisfy(ASCII.isDigit),
          let count = Int(parts[0]), (1...1_000_000).contains(count),
          let period = periods.first(where: { $0.word == parts[1] })?.period
        else { return nil }
        return CallLimit(count, per: period)
      },
      write: { limit in "\(limit.count)/\(periods.first { $0.period == limit.period }?.word ?? "\(limit.period)")" })
  }
}

extension SettingKind where Value == [String] {
  /// Names of functions, in which `*` stands for any text: an array of texts.
  static var namePatterns: Self {
    list(
      expected: "names of functions, such as [\"search\", \"like_*\"], or [\"*\"] for all",
      split: { text in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) },
      accepts: { name in
        !name.isEmpty && name.utf8.count <= 128
          && name.utf8.allSatisfy { ASCII.isWord($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "*") }
      },
      make: { $0 },
      write: { $0.joined(separator: ", ") })
  }
}
