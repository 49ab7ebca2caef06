import FoundationEssentials
import Gateway
import Host

extension LoadedConfiguration {
  /// Reads `[gateway]`. The host's address, its limits and the project are read before.
  ///
  /// - Throws: ``Failure`` for an address that is the host's own.
  mutating func readGateway(_ reader: SettingsReader) throws(Failure) {
    try reader.read(Settings.gatewayEnabled, into: &gateway.isEnabled)
    try reader.read(Settings.unknownFunctions, into: &gateway.unknownFunctions)
    try reader.read(Settings.gatewayIdleTimeout, into: &gateway.idleTimeout)
    let addresses: [(GatewayService, Setting<URL>)] = [
      (.rest, Settings.gatewayRest), (.auth, Settings.gatewayAuth), (.storage, Settings.gatewayStorage),
      (.realtime, Settings.gatewayRealtime),
    ]
    for (service, setting) in addresses {
      let shown = host.isEmbedded ? "(none)" : "(the project)"
      guard let address = try reader.readIfSet(setting, shown: shown) else { continue }
      try reader.faults.attempt { () throws(Failure) in
        guard host.isOwn(address) else { return }
        throw Failure(
          .configuration, "\(reader.origin(of: setting) ?? setting.nameInFile) is this host's own address",
          hint: "set the address of the server that answers for \(setting.name), or remove the setting")
      }
      gateway.addresses[service] = address
    }
    if host.isEmbedded { warnOfMissingProject() }
    warnOfShortWebSockets()
  }

  /// Warns of a limit that closes the WebSockets of Realtime's clients between two of their heartbeats.
  private mutating func warnOfShortWebSockets() {
    let forwardsRealtime = !host.isEmbedded || gateway.addresses[.realtime] != nil
    // Clients send a heartbeat every 25 or 30 seconds, and browsers slow pages in the background down to one a minute.
    let (limit, least) = (host.limits.tunnelIdleTimeout, 90.0)
    guard gateway.isEnabled, forwardsRealtime, limit < least else { return }
    warnings.append(
      "\(Settings.webSocketIdleTimeout.nameInFile) is \(Quantity.text(seconds: limit)), shorter than the pause between two heartbeats of some Realtime clients, whose connections it closes. Set at least \(Quantity.text(seconds: least))."
    )
  }

  /// Warns of settings that do not work as expected without a project.
  private mutating func warnOfMissingProject() {
    if gateway.unknownFunctions == .forward {
      warnings.append(
        "\(Settings.unknownFunctions.nameInFile) = \"forward\" has no effect without a project: set SUPABASE_URL.")
    }
    if gateway.isEnabled, gateway.addresses[.storage] != nil {
      warnings.append(
        "Files that functions store are in this host's folder, and their URLs lead to \(Settings.gatewayStorage.nameInFile), which does not have them. Set SUPABASE_URL, so that functions store them at the project."
      )
    }
  }
}
