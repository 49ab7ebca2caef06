import Edge

extension SettingKind where Value == CallLimit {
  private static var periods: [(word: String, period: Duration)] {
    [("second", .seconds(1)), ("minute", .seconds(60)), ("hour", .seconds(3600)), ("day", .seconds(86_400))]
  }

  /// A number of calls in a period: `"100/minute"`.
  static var callRate: Self {
    Self(
      expected: "a number of calls from 1 to 1000000 per second, minute, hour or day, such as \"100/minute\"",
      text: onlyText,
      read: { text in
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
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
          && name.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "*"): true
            default: false
            }
          }
      },
      make: { $0 },
      write: { $0.joined(separator: ", ") })
  }
}
