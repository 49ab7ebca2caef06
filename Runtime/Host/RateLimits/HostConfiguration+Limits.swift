package import Edge

extension HostConfiguration {
  /// The configuration for a host that does not have all of its functions yet: without the settings of limits that have
  /// no rate and that none of the functions declares. A function that comes later may declare such a limit.
  package func withoutUndeclaredLimits(by endpoints: [any Endpoint]) -> HostConfiguration {
    let declared = Set(endpoints.flatMap { $0.traits.limits.keys })
    var configuration = self
    configuration.callLimits = callLimits.filter { name, limit in
      !limit.enabled || limit.limit(over: nil) != nil || declared.contains(name)
    }
    return configuration
  }
}
