import Edge
import Host
import Logging

extension Application {
  /// The secrets that functions and jobs declare, by name.
  var declaredSecrets: Set<String> {
    Set((functions + procedures + allJobs.map(\.endpoint)).flatMap { $0.traits.secrets ?? [] })
  }

  /// Warns of each function and job that is served without a secret that it declares.
  func warnOfMissingSecrets(_ host: HostConfiguration, _ logger: Logger) {
    func warn(_ kind: String, _ endpoints: [any Endpoint]) {
      for endpoint in endpoints where host.functions[endpoint.name]?.enabled ?? true {
        let missing = host.missingSecrets(of: endpoint)
        guard !missing.isEmpty else { continue }
        logger.warning(
          "A declared secret is not set",
          metadata: [kind: "\(endpoint.name)", "secrets": "\(missing.joined(separator: ", "))"])
      }
    }
    let names = Set(functions.map(\.name))
    warn("function", functions + procedures.filter { !names.contains($0.name) })
    warn("job", allJobs.map(\.endpoint))
  }
}
