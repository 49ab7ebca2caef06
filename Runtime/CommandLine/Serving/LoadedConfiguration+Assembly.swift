import Auth
import Console
import Curl
import Edge
import FoundationEssentials
import Gateway
import Host
import Jobs
import Logging
import Telemetry
import Workers

extension LoadedConfiguration {
  /// Assembles a host and its job system.
  ///
  /// - Parameters:
  ///   - accessLog: the log of invocations; nil for `logger`.
  ///   - bundles: the bundles; nil for a host that has none.
  /// - Throws: `JobRegistryError`, `CatalogueError` or `ConfigurationProblem`.
  func assemble(
    _ application: Application, on database: Database, push: PushGateway, http: HTTPClient, logger: Logger,
    accessLog: AccessLog?, metrics: PrometheusRegistry = PrometheusRegistry(), bundles: BundleHost? = nil,
    ring: EventRing = EventRing()
  ) async throws -> Assembly {
    LogOutput.standardError.countDropped(in: metrics)
    let logger = logger.recorded(in: ring)
    let jobs = JobSystem(
      registry: try JobRegistry(
        functions: application.functions, jobs: application.allJobs,
        overrides: self.jobs(for: application, isWhole: bundles == nil)),
      database: database, options: jobOptions, metrics: metrics, logger: logger)
    let sessions = hasSignIn ? try await SessionEnds(of: database, now: Date()) : nil
    let forwarding = HTTPClient(maximumConnections: Gateway.maximumConnections)
    let clients = HostClients()
    let version = application.version ?? Program.runtimeVersion
    let configuration: @Sendable () -> LoadedConfiguration = { bundles?.served.configuration ?? self }
    let current: @Sendable () -> Application = { bundles?.served.application ?? application }
    let functions = HostedFunctions(configuration: configuration, application: current)
    let console = try ServedConsole(
      self, ring: ring, functions: functions, jobs: jobs, on: database, version: version, logger: logger)
    let prefixes = ServedPrefixes()
    let settings = SettingsControls(
      configuration: configuration, application: current, database: database, prefixes: prefixes)
    let host = try await FunctionHost(
      configuration: bundles == nil ? self.host : self.host.withoutUndeclaredLimits(by: application.endpoints),
      functions: application.functions, procedures: application.procedures,
      routes: application.routes,
      controls: jobs.controls + push.controls(topic: { configuration().push.topic }) + (bundles?.controls ?? [])
        + settings.controls + [DeliveriesControl(current), console.control],
      paths: { prefixes.noting(try paths($0, sessions, forwarding, console.handler)) },
      ended: sessions?.known ?? EndedSessions(),
      database: database, hosts: { try await jobs.hostsUp() }, queue: jobs.queue, push: push.service, http: http,
      clients: clients, accounts: accounts(sessions, clients.auth, logger), version: version,
      metrics: HostMetrics(registry: metrics), logger: logger, accessLog: accessLog, ring: ring,
      isTraceSampled: { [telemetry] in telemetry.samples($0) },
      readiness: {
        let problems = await database.fileProblems + current().problems(of: database)
        return problems + (bundles?.deployer.problems ?? []) + (bundles?.workers.problems ?? [])
      },
      document: application.documentMadeOnce(self.host))
    let meter = HostMeter(version: version, countCalls: host.countCalls)
    jobs.announce { meter.figures }
    console.controls.attach(host)
    functions.attach(host)
    return Assembly(
      host: host, jobs: jobs, seedBundles: { await bundles?.seed(on: $0) ?? BundleCommand.Seeded() },
      forwarding: forwarding, clients: clients,
      changes: ChangeBridge(host.services.changes, notifications: database.engine.notifications, logger: logger),
      sessions: sessions.flatMap { SessionWatch($0, of: database, logger: logger) }, console: console.handler,
      peers: console.peers)
  }

  /// The handlers of paths that belong to no function. The gateway has those that are left.
  private func paths(
    _ services: HandlerServices, _ sessions: SessionEnds?, _ forwarding: HTTPClient, _ console: Console?
  ) throws -> PathHandlers {
    var handlers = services.own
    console?.add(to: &handlers)
    if host.isEmbedded, gateway.addresses[.auth] == nil {
      let auth: any PathHandler = if let sessions { try AuthHandler(services, ends: sessions) } else { DisabledAuth() }
      handlers.byPrefix.append(("/auth/v1", auth))
    }
    try Gateway(gateway, host: services.configuration, http: forwarding).add(to: &handlers)
    return handlers
  }

  /// The users of sign-in: this host's own, those of the auth server that replaces it, or those of the project.
  private func accounts(_ sessions: SessionEnds?, _ http: HTTPClient, _ logger: Logger) -> any Accounts {
    if let sessions { return EmbeddedAccounts(sessions, logger: logger) }
    let project = host.isEmbedded ? nil : host.projectURL?.appending(path: "auth/v1")
    guard let server = gateway.addresses[.auth] ?? project else { return NoAccounts() }
    return ProjectAccounts(server: server, serviceKey: host.tokens.serviceRoleKey, http: http)
  }

  /// Whether this host signs users in: it stands alone, and either the configuration asks for it, or only this machine
  /// can reach the host.
  private var hasSignIn: Bool {
    let isReachable = !host.bind.isLoopback || !host.trustedProxies.isEmpty
    return host.isEmbedded && gateway.addresses[.auth] == nil && signIn ?? !isReachable
  }
}
