import Edge
import Host

/// A reader of the tables `[limits.<name>]` in `config.toml`.
struct LimitTables {
  let reader: TablesReader

  /// The settings of `[limits.*]`, by name.
  ///
  /// - Parameter known: the application's functions; other names in `functions` give a warning.
  func limits(known: Set<String>?) throws(Failure) -> [String: LimitConfiguration] {
    var limits: [String: LimitConfiguration] = [:]
    let file = reader.file
    try reader.readEach(of: "limits", keys: KnownKeys.limit) { section throws(Failure) in
      guard FunctionName.isValid(section.member) else {
        throw Failure(
          .configuration, "\(file.name): [\(section.name)] has no usable name: letters, digits, _ and -, a letter first"
        )
      }
      var limit = LimitConfiguration()
      if let enabled = try section.read("enabled", .flag) { limit.enabled = enabled }
      if let rate = try section.read("rate", .callRate) { (limit.count, limit.period) = (rate.count, rate.period) }
      limit.burst = try section.read("burst", .integer(1...1_000_000))
      limit.subject = try section.read("per", .word)
      limit.functions = try section.read("functions", .namePatterns)
      for pattern in limit.functions ?? [] where !pattern.contains("*") {
        guard let known, !known.contains(pattern) else { continue }
        guard !KnownKeys.limitedPaths.contains(pattern) else { continue }
        let names = known.union(KnownKeys.limitedPaths).sorted()
        reader.warn(
          "\(file.name): unknown function '\(pattern)' in [\(section.name)] functions\(Suggestion.question(pattern, in: names))"
        )
      }
      limits[section.member] = limit
    }
    return limits
  }
}
