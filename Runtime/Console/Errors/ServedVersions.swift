import Edge
import Workers

/// The versions that a host serves, by function.
struct ServedVersions: Sendable {
  /// The version of the host, for the functions of its own process.
  let host: String
  /// The versions of others.
  var bundled: [String: String] = [:]

  /// The version of a function; the host's for one of its own process.
  subscript(function: String) -> String { bundled[function] ?? host }
}

extension ServedVersions {
  /// Asks the host's workers.
  ///
  /// - Throws: `FunctionError`.
  init(_ sources: ConsoleSources) async throws {
    let report: WorkerReport = try await sources.controls.call("workers")
    var bundled: [String: String] = [:]
    for group in report.groups where !group.isReplaced {
      bundled[group.group] = group.version
      for function in group.functions { bundled[function] = group.version }
    }
    self.init(host: sources.host.version, bundled: bundled)
  }
}
