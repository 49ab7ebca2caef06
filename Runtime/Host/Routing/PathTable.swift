/// The lookup of handlers by path.
struct PathTable: Sendable {
  private let prefixes: [(prefix: String, served: ServedPaths)]
  private let others: ServedPaths?
  /// The handler of unknown names below `/functions/v1`.
  let unknownFunctions: ServedPaths?
  /// Whether the host serves pages of its own, such as the console. The documents of all other paths are then kept
  /// apart from them (``DocumentSandbox``).
  let hasPages: Bool

  init(_ handlers: PathHandlers, _ metrics: HostMetrics, _ limits: RateLimits) {
    prefixes = handlers.byPrefix.sorted { $0.prefix.utf8.count > $1.prefix.utf8.count }
      .map { ($0.prefix, ServedPaths($0.handler, metrics, limits)) }
    others = handlers.others.map { ServedPaths($0, metrics, limits) }
    unknownFunctions = handlers.unknownFunctions.map { ServedPaths($0, metrics, limits) }
    hasPages = handlers.byPrefix.contains { $0.handler.isPrivate }
  }

  /// The handler of a path, by its longest prefix.
  func handler(of path: Substring) -> ServedPaths? {
    for (prefix, served) in prefixes where path.utf8.starts(with: prefix.utf8) {
      let rest = path.utf8.dropFirst(prefix.utf8.count)
      if rest.isEmpty || rest.first == UInt8(ascii: "/") { return served }
    }
    return others
  }
}
