import Edge

/// All limits of a host: those that `config.toml` and the code of its functions name.
struct RateLimits: Sendable {
  private let limits: [ActiveLimit]

  /// - Throws: ``CatalogueError`` for a limit without a rate, a malformed name, or two functions that declare a limit
  ///   differently.
  init(
    _ configured: [String: LimitConfiguration], _ endpoints: [any Endpoint], _ metrics: HostMetrics,
    counter: (String, CellRate) -> LimitCounter
  ) throws(CatalogueError) {
    let declared = try Self.declared(by: endpoints)
    var limits: [ActiveLimit] = []
    for name in Set(declared.keys).union(configured.keys).sorted() {
      guard let limit = try Self.limit(name, configured[name], declared[name]) else { continue }
      let patterns = configured[name]?.functions ?? (declared[name] == nil ? ["*"] : nil)
      limits.append(
        ActiveLimit(name: name, limit: limit, patterns: patterns, metrics: metrics) { counter(name, $0) })
    }
    self.limits = limits
  }

  /// The errors for which ``init(_:_:_:counter:)`` fails.
  static func problems(_ configured: [String: LimitConfiguration], _ endpoints: [any Endpoint]) -> [CatalogueError] {
    let declared: [String: CallLimit]
    do throws(CatalogueError) {
      declared = try Self.declared(by: endpoints)
    } catch {
      return [error]
    }
    var problems: [CatalogueError] = []
    for name in Set(declared.keys).union(configured.keys).sorted() {
      do throws(CatalogueError) {
        _ = try limit(name, configured[name], declared[name])
      } catch {
        problems.append(error)
      }
    }
    return problems
  }

  /// The limits that the functions' code declares, by name.
  private static func declared(by endpoints: [any Endpoint]) throws(CatalogueError) -> [String: CallLimit] {
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
    return declared
  }

  /// A limit with its settings; nil for one that is switched off.
  private static func limit(
    _ name: String, _ configured: LimitConfiguration?, _ declared: CallLimit?
  ) throws(CatalogueError) -> CallLimit? {
    guard FunctionName.isValid(name) else {
      throw CatalogueError("The limit \"\(name)\" has no usable name: letters, digits, _ and -, a letter first")
    }
    let own = configured ?? LimitConfiguration()
    guard own.enabled else { return nil }
    guard let limit = own.limit(over: declared) else {
      throw CatalogueError(
        "[limits.\(name)]",
        "has no rate, and no function declares that limit: add a line such as rate = \"100/minute\"")
    }
    return limit
  }

  /// The limits on the calls of a function or a handler; nil without a limit.
  func limits(of name: String, declaring declared: some Sequence<String> = [String]()) -> RouteLimits? {
    RouteLimits(name: name, limits.filter { $0.holds(for: name, declaring: declared) })
  }
}
