import Edge

/// All limits of a host: those that `config.toml` and the code of its functions name.
struct RateLimits: Sendable {
  private let limits: [ActiveLimit]

  /// - Parameters:
  ///   - configured: the tables `[limits.<name>]`, by name.
  ///   - endpoints: the functions, which may declare limits.
  ///   - counter: makes the counts of a limit.
  /// - Throws: ``CatalogueError`` for a limit without a rate, a malformed name, or two functions that declare a limit
  ///   differently.
  init(
    _ configured: [String: LimitConfiguration], _ endpoints: [any Endpoint], _ metrics: HostMetrics,
    counter: (String, CellRate) -> LimitCounter
  ) throws(CatalogueError) {
    var declared: [String: CallLimit] = [:]
    for endpoint in endpoints {
      for (name, limit) in endpoint.traits.limits {
        guard declared[name] ?? limit == limit else {
          throw CatalogueError(
            "Two functions declare the limit \"\(name)\" differently, one of them \(endpoint.name): give them one value, or two names"
          )
        }
        declared[name] = limit
      }
    }
    var limits: [ActiveLimit] = []
    for name in Set(declared.keys).union(configured.keys).sorted() {
      guard FunctionName.isValid(name) else {
        throw CatalogueError("The limit \"\(name)\" has no usable name: letters, digits, _ and -, a letter first")
      }
      let own = configured[name] ?? LimitConfiguration()
      guard own.enabled else { continue }
      guard let limit = own.limit(over: declared[name]) else {
        throw CatalogueError(
          "config.toml has no rate in [limits.\(name)], and no function declares that limit: add a line such as rate = \"100/minute\""
        )
      }
      let patterns = own.functions ?? (declared[name] == nil ? ["*"] : nil)
      limits.append(
        ActiveLimit(name: name, limit: limit, patterns: patterns, metrics: metrics) { counter(name, $0) })
    }
    self.limits = limits
  }

  /// The limits on the calls of a function or a handler; nil without a limit.
  func limits(of name: String, declaring declared: some Sequence<String> = [String]()) -> RouteLimits? {
    RouteLimits(name: name, limits.filter { $0.holds(for: name, declaring: declared) })
  }
}
