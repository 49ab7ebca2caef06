import Edge
import Host
import Logging

extension Application {
  /// The secrets that functions and jobs declare, by name.
  var declaredSecrets: Set<String> {
    Set((endpoints + allJobs.map(\.endpoint)).flatMap { $0.traits.secrets ?? [] })
  }

  /// The enabled functions, each name once, and jobs that declare a secret which is not set.
  func missingSecrets(_ host: HostConfiguration) -> [MissingSecrets] {
    func missing(_ kind: String, _ endpoints: [any Endpoint]) -> [MissingSecrets] {
      endpoints.filter { host.functions[$0.name]?.enabled ?? true }
        .map { MissingSecrets(kind: kind, name: $0.name, secrets: host.missingSecrets(of: $0)) }
        .filter { !$0.secrets.isEmpty }
    }
    var names: Set<String> = []
    return missing("function", endpoints).filter { names.insert($0.name).inserted }
      + missing("job", allJobs.map(\.endpoint))
  }

  /// Logs a warning for each of ``missingSecrets(_:)``.
  func warnOfMissingSecrets(_ host: HostConfiguration, _ logger: Logger) {
    for missing in missingSecrets(host) {
      logger.warning(
        "A declared secret is not set",
        metadata: [
          missing.kind: "\(missing.name)", "secrets": "\(missing.secrets.joined(separator: ", "))",
          "hint": "\(missing.hint)",
        ])
    }
  }
}
