import Console
import Edge
import Host
import Jobs
import Logging

/// The console of a host, and the command that signs a browser in. It is made before the host, which it calls.
struct ServedConsole: Sendable {
  /// The handler of its paths; nil if the console is off.
  let handler: Console?
  /// Asks the other hosts, and answers them; nil on a database of one host. It answers also if this host has no
  /// console.
  let peers: Peers?
  /// The host's commands, for the pages.
  let controls = HostControls()
  private let codes = OneUseCodes()
  private let address: @Sendable () -> String?

  /// - Parameter logger: the logger of actions.
  /// - Throws: `ConfigurationProblem` if the JWT secret can be guessed.
  init(
    _ configuration: LoadedConfiguration, ring: EventRing, functions: any FunctionSource, jobs: JobSystem,
    on database: Database, version: String, logger: Logger
  ) throws {
    let (bind, names) = (configuration.host.bind, configuration.console.hosts)
    let clock = WallClock.system
    let responder = PeerResponder(host: jobs.hostName, ring: ring, controls: controls)
    peers = Peers(responder, hosts: { try await jobs.hosts() }, on: database, clock: clock, logger: logger)
    guard configuration.hasConsole else {
      handler = nil
      address = { nil }
      return
    }
    // Beyond loopback, a proxy takes TLS off before the host.
    let url = { @Sendable [controls] in
      if !bind.isLoopback, let name = names.first { return "https://\(name)" }
      return controls.url ?? bind.url()
    }
    address = url
    let host = HostDescription(
      version: version, name: jobs.hostName, started: clock.now, isEmbedded: configuration.host.isEmbedded,
      isLoopback: bind.isLoopback, url: url)
    let console = Console(
      ConsoleSources(
        controls: controls, ring: ring, functions: functions, database: database, clock: clock, host: host,
        peers: peers),
      gate: try SessionGate(configuration.console, configuration.host, codes: codes, clock: clock),
      actions: ActionLog(database, logger: logger), logger: logger)
    jobs.onChange { [live = console.live] in live.changed() }
    handler = console
  }

  /// The command `console_code`.
  var control: any Endpoint { codes.control(clock: .system, host: address) }
}
