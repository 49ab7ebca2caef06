package import Edge

/// A function of the host, as the list of functions shows it.
package struct FunctionDescription: Sendable, Hashable {
  /// The name, which is that of its settings and of its metrics.
  package let name: String
  /// Where it answers: `/functions/v1/greet`, `/rest/v1/rpc/greet`, `PATCH /rest/v1/notes?id=eq.{note_id}`.
  package let routes: [String]
  package let access: AccessKind
  /// Whether it is served; false for one that its settings switch off.
  package let isEnabled: Bool
  /// Where it runs; nil for a function in the host's own process.
  package let home: Home?
  /// The names of declared secrets that are not set.
  package let missingSecrets: [String]

  /// The workers that run a function.
  package struct Home: Sendable, Hashable {
    package let bundle: String
    /// The first digits of the version's digest.
    package let version: String
    /// The group of functions that share workers.
    package let group: String

    package init(bundle: String, version: String, group: String) {
      self.bundle = bundle
      self.version = version
      self.group = group
    }
  }

  package init(
    name: String, routes: [String], access: AccessKind, isEnabled: Bool = true, home: Home? = nil,
    missingSecrets: [String] = []
  ) {
    self.name = name
    self.routes = routes
    self.access = access
    self.isEnabled = isEnabled
    self.home = home
    self.missingSecrets = missingSecrets
  }
}
