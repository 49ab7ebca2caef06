public import Edge

extension HostConfiguration {
  /// What a function finds in `context.secrets`: all that are configured, or, if it declares names, those names alone.
  func secrets(of endpoint: any Endpoint) -> Secrets {
    let configured = configuredSecrets(of: endpoint)
    guard let declared = endpoint.traits.secrets else { return Secrets(configured) }
    var values = configured.filter { $0.key.hasPrefix("SB_") }
    for name in declared { values[name] = configured[name] ?? environmentSecrets[name] }
    return Secrets(values)
  }

  /// The secrets that a function declares and that have no value, in the order of the declaration.
  public func missingSecrets(of endpoint: any Endpoint) -> [String] {
    let configured = configuredSecrets(of: endpoint)
    return (endpoint.traits.secrets ?? []).filter { configured[$0] == nil && environmentSecrets[$0] == nil }
  }

  private func configuredSecrets(of endpoint: any Endpoint) -> [String: String] {
    secrets.merging(functions[endpoint.name]?.secrets ?? [:]) { $1 }
      .merging(["SB_REGION": region]) { own, _ in own }
  }
}

extension Services {
  /// The same set with the secrets of one function; a function that sees what all see shares theirs.
  func with(secretsOf endpoint: any Endpoint, in configuration: HostConfiguration) -> Services {
    let own = configuration.functions[endpoint.name]?.secrets ?? [:]
    guard endpoint.traits.secrets != nil || !own.isEmpty else { return self }
    return with(secrets: configuration.secrets(of: endpoint))
  }
}
