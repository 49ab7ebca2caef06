public import Edge

extension HostConfiguration {
  /// The secrets of a function: all configured ones, or, if it declares names, only those.
  func secrets(of endpoint: any Endpoint) -> Secrets {
    Secrets(secrets(of: endpoint.name, declaring: endpoint.traits.secrets))
  }

  /// The values of a function's secrets, for its worker. With nil the function declares none, and gets all configured
  /// ones; with an empty list it gets none but `SB_REGION`.
  package func secrets(of name: String, declaring declared: [String]?) -> [String: String] {
    let configured = configuredSecrets(of: name)
    guard let declared else { return configured }
    // A function has `SB_REGION`, which the host sets, without declaring it. `SB_EXECUTION_ID` is added for each call.
    var values = configured.filter { $0.key == "SB_REGION" }
    for name in declared { values[name] = configured[name] ?? environmentSecrets[name] }
    return values
  }

  /// The declared secrets of a function that have no value, in the order of their declaration, without optional ones.
  public func missingSecrets(of endpoint: any Endpoint) -> [String] {
    let configured = configuredSecrets(of: endpoint.name)
    let optional = endpoint.traits.optionalSecrets
    return (endpoint.traits.secrets ?? []).filter {
      configured[$0] == nil && environmentSecrets[$0] == nil && !optional.contains($0)
    }
  }

  /// The secrets of a function without secrets of its own.
  package var sharedSecrets: [String: String] { secrets.merging(["SB_REGION": region]) { own, _ in own } }

  private func configuredSecrets(of name: String) -> [String: String] {
    sharedSecrets.merging(functions[name]?.secrets ?? [:]) { $1 }
  }
}

extension Services {
  /// The services with the secrets of one function, and a client for the servers that it may call. A function without
  /// settings of its own shares these services.
  func with(secretsOf endpoint: any Endpoint, in configuration: HostConfiguration) -> Services {
    let function = configuration.functions[endpoint.name]
    let hasSecrets = endpoint.traits.secrets != nil || function?.secrets.isEmpty == false
    guard hasSecrets || function?.allowedHosts != nil else { return self }
    // The entries were checked when they were read; those that cannot be read allow nothing.
    let restricted = function?.allowedHosts.map { entries in
      self.http.restricted(to: configuration.closingControls(of: (try? AllowedHosts(entries)) ?? AllowedHosts.none))
    }
    return with(http: restricted, secrets: hasSecrets ? configuration.secrets(of: endpoint) : nil)
  }
}
