package import Edge
import FoundationEssentials
import HTTPServer
import HTTPTypes
package import Logging
import Loop
import NIOCore
public import ServiceLifecycle
import Synchronization

/// The service that serves functions at `/functions/v1`, `/rest/v1/rpc`, and the routes of tables at `/rest/v1`.
///
/// On graceful shutdown it stops accepting, finishes the requests in hand within the grace period, drains background
/// work and returns.
public struct FunctionHost: Service {
  /// The address of a listening host.
  public struct Listening: Sendable, Hashable {
    /// The TCP port.
    public let port: Int
    /// The URL, without a slash at the end: `http://127.0.0.1:54321`.
    public let url: String
  }

  package let dispatcher: Dispatcher
  package let background: BackgroundTasks
  /// The service that shares the rate limits with the other hosts of the database; nil if none is shared.
  package let leases: LimitLeases?
  package let services: Services
  let configuration: HostConfiguration
  private let listening = Promise<Result<Listening, ListenError>>()
  private let base: BaseURL
  let keys: KeySource
  package let logger: Logger
  let operations: Operations
  /// The newest invocations, log lines and deaths of workers.
  package let ring: EventRing
  /// Checks functions that are to replace those that are served.
  let source: ServedStateSource
  private let serving = Serving()
  /// The threads of jobs' handlers. Few, because handlers that compute share the cores with the requests.
  let jobThreads = JobThreads(named: "swiftlet-jobs", maximum: max(4, 2 * System.coreCount))

  /// Creates a host.
  ///
  /// - Parameters:
  ///   - functions: the functions at `/functions/v1/<name>`.
  ///   - procedures: the database functions at `/rest/v1/rpc/<name>`.
  ///   - routes: the functions that answer requests to tables.
  ///   - controls: the host's own commands at `/functions/v1/_internal/<name>`.
  ///   - paths: makes the handlers of paths that belong to no function; by default the host's own.
  ///   - ended: the sign-in sessions whose tokens are refused.
  ///   - invoker: runs the functions, for requests and for jobs.
  ///   - database: the functions' database, open and migrated.
  ///   - hosts: returns the number of hosts that use the database, which then share the rate limits on Postgres; with
  ///     nil, each host counts alone.
  ///   - queue: the queue; with nil, enqueuing throws.
  ///   - clients: the clients of the host's own services; with nil, these use `http`.
  ///   - version: the program's version, for reports.
  ///   - accessLog: the output for the lines of invocations; the logger by default.
  ///   - ring: keeps the newest events; with nil, a ring of the host's own.
  ///   - isTraceSampled: whether a trace that begins with a run is recorded.
  ///   - readiness: returns the reasons why the host is not ready; empty if it is ready.
  ///   - document: returns the OpenAPI document of the functions, as JSON.
  /// - Throws: ``CatalogueError`` or ``ConfigurationProblem``, whose texts say what to do.
  package init(
    configuration: HostConfiguration, functions: [any Endpoint], procedures: [any Endpoint] = [],
    routes: [TableRoute] = [], controls: [any Endpoint] = [],
    paths: (HandlerServices) throws -> PathHandlers = { $0.own },
    ended: EndedSessions = EndedSessions(),
    invoker: any Invoker = InlineInvoker(), database: Database,
    hosts: (@Sendable () async throws -> Int)? = nil, queue: (any QueueEngine)? = nil, push: PushService = .none,
    http: HTTPClient, clients: HostClients? = nil, accounts: any Accounts = NoAccounts(), version: String = "",
    clock: WallClock = .system,
    metrics: HostMetrics = HostMetrics(registry: PrometheusRegistry()),
    logger: Logger, accessLog: AccessLog? = nil, ring: EventRing? = nil,
    isTraceSampled: @escaping @Sendable (InvocationID) -> Bool = { _ in true },
    readiness: @escaping @Sendable () async -> [String] = { [] },
    document: @escaping @Sendable () -> [UInt8] = { [UInt8]("{}".utf8) }
  ) async throws {
    self.configuration = configuration
    let unrecorded = logger.unrecorded
    let ring = ring ?? EventRing()
    let logger = logger.recorded(in: ring, clock: clock)
    self.ring = ring
    self.logger = logger
    try configuration.checkPublishedSecret()
    operations = Operations(names: metrics.names)
    background = BackgroundTasks(metrics: metrics, running: operations.others)
    let clients = clients ?? HostClients(sharing: http)
    keys = try await KeySource(configuration, http: clients.auth, clock: clock, logger: logger)
    base = BaseURL(configuration)
    let files = try await HostStorage(
      configuration, keys: keys, http: clients.storage, clock: clock, base: { [base] in base.text })
    let measuredPush = MeasuredPush(push, clock: clock)
    let reporter = HostReporter(
      version: version, operations: operations,
      probes: ConnectionProbes(database: database, queue: queue, push: measuredPush.health, clock: clock), clock: clock)
    services = Services(
      database: database, jobs: JobQueue(queue ?? NoQueue(), database: database), push: measuredPush.service,
      http: http, storage: files.storage, clock: clock, background: background,
      secrets: Secrets(configuration.sharedSecrets),
      accounts: accounts,
      host: reporter, certificates: OpenSSLCertificates(), isTraceSampled: isTraceSampled)
    let authorizer = Authorizer(verifier: TokenVerifier(source: keys, ended: ended), tokens: configuration.tokens)
    let handlers = try paths(
      HandlerServices(
        configuration: configuration, database: database, http: http, clock: clock, logger: logger,
        authorizer: authorizer, own: files.handlers(authorizer: authorizer, logger: logger),
        base: { [base] in base.text }))
    let counters = LimitCounters(database: database, hosts: hosts)
    leases = counters.leases(logger: logger)
    source = ServedStateSource(
      controls: controls + reporter.controls + [LogsControl(ring)], paths: handlers, services: services,
      metrics: metrics, counters: counters)
    let served = try source.state(
      of: ServedFunctions(functions: functions, procedures: procedures, routes: routes, document: document),
      configuration)
    dispatcher = Dispatcher(
      served: Replaceable(served, stripes: operations.requests.count), invoker: invoker, authorizer: authorizer,
      configuration: configuration, metrics: metrics,
      status: HostStatus(
        unrouted: metrics.function("unrouted"),
        // Made valid as a field's value here, since it is written to each head unchecked.
        servedBy: HTTPField(name: .servedBy, value: "swiftlet/\(configuration.region)").value,
        problems: readiness),
      operations: operations, clock: clock, logger: logger, accessLog: accessLog ?? AccessLog(logger: unrecorded),
      ring: ring, database: database)
    ring.countRunning { [operations] in operations.runningByName }
  }

  /// Has an element whenever enough memory was freed to be returned to the system.
  package var freedMemory: AsyncStream<Void> { dispatcher.freed.signals }

  /// Listens and answers until graceful shutdown.
  ///
  /// - Throws: ``ListenError`` if it cannot listen.
  public func run() async throws {
    let (server, port): (Server, Int)
    do throws(ServerError) {
      (server, port) = try await listen()
    } catch {
      let error = ListenError(error, at: configuration.bind)
      listening.fulfil(.failure(error))
      throw error
    }
    serving.server.withLock { $0 = server }
    base.port = port
    listening.fulfil(.success(Listening(port: port, url: base.listeningText)))
    let backgroundWork = Task { await background.run() }
    try? await gracefulShutdown()
    await stop(server, backgroundWork)
    await stopFetching()
    server.stop()
  }

  /// Starts the server; returns it and its TCP port.
  private func listen() async throws(ServerError) -> (Server, Int) {
    let bind = configuration.bind
    let server = try Server(
      loops: operations.requests.count, limits: ServerLimits(configuration.limits),
      handler: HostServerHandler(dispatcher: dispatcher, running: operations.requests))
    do throws(ServerError) {
      let port = try await server.listen(
        host: bind.host, port: bind.port, socketPath: bind.socketPath, isSocketOptional: bind.isSocketOptional)
      return (server, port)
    } catch {
      server.stop()
      throw error
    }
  }

  /// Finishes requests and background work. After the grace period they are cancelled.
  private func stop(_ server: Server, _ backgroundWork: Task<Void, Never>) async {
    logger.info("Stopping: finishing what is in hand")
    ring.end()
    let isFinished = Promise<Bool>()
    let finishing = Task {
      await server.drain()
      background.finish()
      await backgroundWork.value
      isFinished.fulfil(true)
    }
    let timing = Task {
      guard (try? await Task.sleep(for: .seconds(configuration.gracePeriod))) != nil else { return }
      isFinished.fulfil(false)
    }
    if await isFinished.value() {
      timing.cancel()
      logger.info("Stopped")
    } else {
      serving.hasCutOff.store(true, ordering: .relaxed)
      finishing.cancel()
      backgroundWork.cancel()
      await server.close()
      logger.warning(
        "Stopped before everything in hand was done", metadata: ["grace_period_s": "\(configuration.gracePeriod)"])
    }
  }

  /// Cancels the fetch of the project's keys, if one runs, and waits for its end.
  package func stopFetching() async { await keys.stop() }

  /// Accepts no more connections, and closes each open one after its request.
  ///
  /// Graceful shutdown does so too. This call works without a task, so handlers that block all threads do not delay it.
  package func stopAccepting() { serving.server.withLock(\.self)?.quiesce() }

  /// Whether requests or background work did not end within the grace period.
  package var hasCutOff: Bool { serving.hasCutOff.load(ordering: .relaxed) }

  /// The URL at which the host listens, without a slash at the end. A wildcard address is replaced by the loopback one.
  package var listeningURL: String { base.listeningText }

  /// The invocations of functions that have begun and not ended, the oldest first.
  package var running: [RunningInvocation] { operations.running.filter(\.isFunction) }

  /// Waits until the host listens.
  ///
  /// - Throws: ``ListenError`` if it cannot.
  public func waitUntilListening() async throws(ListenError) -> Listening {
    try await listening.value().get()
  }
}

/// The server of a host, once it listens.
private final class Serving: Sendable {
  let server = Mutex<Server?>(nil)
  let hasCutOff = Atomic(false)
}
