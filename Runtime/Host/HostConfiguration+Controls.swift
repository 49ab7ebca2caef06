import FoundationEssentials
package import HTTPCalls

extension HostConfiguration {
  /// The console, the routes of commands, and the metrics, which name other bundles' functions.
  private static let controls = [["console"], ["functions", "v1", "_internal"], ["metrics"]]

  /// The servers that a function may call, without the controls of this host. A function that declares no secrets has
  /// the service key, to which the controls answer.
  package func closingControls(of hosts: AllowedHosts) -> AllowedHosts {
    var hosts = hosts
    for own in [URL(string: bind.url()), externalURL] {
      guard let own, let name = own.host() else { continue }
      hosts = hosts.closing(Self.controls, of: name, port: own.serverPort)
    }
    return hosts
  }
}
