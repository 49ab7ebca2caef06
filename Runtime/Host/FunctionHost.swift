public import Edge
import Foundation
import HTTPServer
import HTTPTypes
public import Logging
import NIOCore
public import ServiceLifecycle
import Synchronization

/// A running host: it answers at `/functions/v1` and `/rest/v1/rpc` until it is told to stop.
///
/// On graceful shutdown it stops accepting, finishes what is in hand within the grace period, drains background work and returns.
public struct FunctionHost: Service {
  /// Where a host listens.
  public struct Listening: Sendable, Hashable {
    /// The TCP port.
    public let port: Int
    /// The address to call, without a slash at the end: `http://127.0.0.1:54321`.
    public let url: String
  }

  package let dispatcher: Dispatcher
  package let background: BackgroundTasks
  let services: Services
  let configuration: HostConfiguration
  private let listening = Promise<Result<Listening, ListenError>>()
  private let base: BaseURL
  let keys: KeySource
  let logger: Logger
  /// The runs of jobs and the background work, and beside them the requests of each event loop.
  let runningJobs = RunningInvocations()
  private let runningRequests = (0..<max(1, System.coreCount)).map { _ in RunningInvocations() }
  private let serving = Serving()

  /// Puts a host together.
  ///
  /// - Parameters:
  ///   - configuration: everything it can be told.
  ///   - functions: what answers at `/functions/v1/<name>`.
  ///   - procedures: what answers at `/rest/v1/rpc/<name>`.
  ///   - controls: what answers at `/functions/v1/_internal/<name>`: the host's own commands.
  ///   - invoker: runs the functions, for requests and for jobs.
  ///   - database: the functions' database, open and migrated.
  ///   - queue: where functions enqueue; nil refuses it.
  ///   - push: sends notifications.
  ///   - http: the client for calls to other servers.
  ///   - clock: the clock of the day.
  ///   - metrics: where to count.
  ///   - logger: where to write.
  ///   - accessLog: where the lines of invocations go; to the logger by default.
  ///   - readiness: what keeps the host from being ready, in words; empty when nothing does.
  /// - Throws: ``CatalogueError`` or ``ConfigurationProblem``, each with what to do.
  public init(
    configuration: HostConfiguration, functions: [any Endpoint], procedures: [any Endpoint] = [],
    controls: [any Endpoint] = [], invoker: any Invoker = InlineInvoker(), database: Database,
    queue: (any QueueEngine)? = nil, push: PushService = .none,
    http: HTTPClient,
    clock: WallClock = .system, metrics: HostMetrics = HostMetrics(registry: PrometheusRegistry()),
    logger: Logger, accessLog: AccessLog? = nil, readiness: @escaping @Sendable () async -> [String] = { [] }
  ) async throws {
    self.configuration = configuration
    self.logger = logger
    try configuration.checkPublishedSecret()
    background = BackgroundTasks(metrics: metrics, running: runningJobs)
    keys = try await KeySource(configuration, http: http, clock: clock, logger: logger)
    base = BaseURL(configuration)
    let embedded: EmbeddedStorage? =
      configuration.isEmbedded
      ? EmbeddedStorage(
        folder: configuration.storageFolder, minter: try TokenMinter(secret: configuration.tokens.secret),
        keys: try await keys.keys(for: "HS256").keys, clock: clock, base: { [base] in base.text }) : nil
    let storage: any Storage =
      if let url = configuration.projectURL, embedded == nil {
        ProjectStorage(project: url, serviceKey: configuration.tokens.serviceRoleKey, http: http, clock: clock)
      } else {
        embedded ?? Unavailable()
      }
    services = Services(
      database: database, jobs: JobQueue(queue ?? NoQueue(), database: database), push: push, http: http,
      storage: storage,
      clock: clock, background: background,
      secrets: Secrets(configuration.secrets.merging(["SB_REGION": configuration.region]) { own, _ in own }))
    let catalogue = try Catalogue(
      functions: functions, procedures: procedures, controls: controls, configuration: configuration,
      services: services, metrics: metrics)
    dispatcher = Dispatcher(
      catalogue: catalogue, invoker: invoker,
      authorizer: Authorizer(verifier: TokenVerifier(source: keys), tokens: configuration.tokens),
      configuration: configuration, metrics: metrics,
      status: HostStatus(
        unrouted: metrics.function("unrouted"),
        // As a field's value may be: it goes into every head as it is.
        servedBy: HTTPField(name: .servedBy, value: "swiftlet/\(configuration.region)").value,
        functions: catalogue.functions.mapValues(\.metrics), problems: readiness),
      clock: clock, logger: logger, accessLog: accessLog ?? AccessLog(logger: logger), storage: embedded)
  }

  /// Has an element when so much memory was freed that giving it back to the system is worth the work.
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

  /// Starts the server.
  ///
  /// - Returns: the server, and its TCP port.
  private func listen() async throws(ServerError) -> (Server, Int) {
    let bind = configuration.bind
    let server = try Server(
      loops: runningRequests.count, limits: ServerLimits(configuration.limits),
      handler: HostServerHandler(dispatcher: dispatcher, running: runningRequests))
    do throws(ServerError) {
      let port = try await server.listen(
        host: bind.host, port: bind.port, socketPath: bind.socketPath, isSocketOptional: bind.isSocketOptional)
      return (server, port)
    } catch {
      server.stop()
      throw error
    }
  }

  /// Finishes what is in hand; what is not done within the grace period is cut off.
  private func stop(_ server: Server, _ backgroundWork: Task<Void, Never>) async {
    logger.info("Stopping: finishing what is in hand")
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
      finishing.cancel()
      backgroundWork.cancel()
      await server.close()
      logger.warning(
        "Stopped before everything in hand was done", metadata: ["grace_period_s": "\(configuration.gracePeriod)"])
    }
  }

  /// Cancels the fetch of the project's keys, if one runs, and waits for its end.
  package func stopFetching() async { await keys.stop() }

  /// Accepts no more connections, and closes those that are open once they have no request in hand.
  ///
  /// Graceful shutdown does so too. This needs no task, so it does not wait for threads that handlers block.
  package func stopAccepting() { serving.server.withLock(\.self)?.quiesce() }

  /// The invocations that have begun and not ended, the oldest first.
  package var running: [RunningInvocation] {
    ([runningJobs] + runningRequests).flatMap(\.all).sorted { $0.began < $1.began }
  }

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
}

/// No storage at all: the host's configuration allows none.
private struct Unavailable: Storage {
  func signedURL(bucket: String, path: String, expiresIn seconds: Int) async throws -> String {
    throw FunctionError.notConnected("There is no storage")
  }
}

/// No queue at all: the host was put together without one.
private struct NoQueue: QueueEngine {
  func enqueue(_ jobs: [NewJob], in transaction: Transaction) async throws -> [EnqueuedJob] {
    throw FunctionError.notConnected("There is no queue")
  }

  func status(of id: Int64) async throws -> JobStanding? { nil }

  func cancel(_ id: Int64, in transaction: Transaction) async throws -> CancelResult { .notFound }

  func pruneHistory(olderThan age: Duration, keeping count: Int) async throws -> Int { 0 }
}
