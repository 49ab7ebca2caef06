/// The settings of `[console]`.
package struct ConsoleSettings: Sendable {
  /// Whether the console is served; nil: only on loopback and without trusted proxies.
  package var isEnabled: Bool?
  /// The names and addresses, besides loopback, under which browsers reach the console. The first one is that of
  /// printed URLs.
  package var hosts: [String] = []
  /// The keys whose sessions see the pages and change nothing.
  package var readOnlyKeys: [String] = []

  package init() {}
}
