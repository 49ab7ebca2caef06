import Console
import Host

extension LoadedConfiguration {
  mutating func readConsole(_ reader: SettingsReader) throws(Failure) {
    console.isEnabled = try reader.readIfSet(Settings.consoleEnabled, shown: "on loopback, without trusted proxies")
    try reader.read(Settings.consoleHosts, into: &console.hosts)
    console.readOnlyKeys = try reader.readIfSet(Settings.consoleReadOnlyKeys, shown: "(none)") ?? []
  }

  /// Whether this host serves the console: the configuration asks for it, or only this machine can reach the host.
  var hasConsole: Bool { console.isEnabled ?? (host.bind.isLoopback && host.trustedProxies.isEmpty) }
}
