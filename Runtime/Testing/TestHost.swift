public import Database
public import Edge
import Engines
public import FoundationEssentials
public import HTTPTypes
import Host
import Jobs
public import Logging
import NIOCore
import Worker

/// A host without sockets, on a temporary database. Functions are called through the real router, tokens, limits and
/// error responses.
///
/// ```swift
/// try await TestHost(functions: [greeting]).test { host in
///   let answer = try await host.call("greeting", as: .user(id), json: ["name": "Ada"])
///   #expect(answer.status == 200)
/// }
/// ```
public struct TestHost: Sendable {
  /// The caller of a function.
  public enum Caller: Sendable {
    /// A caller without `Authorization`.
    case withoutToken
    /// A holder of an anon key.
    case anon
    /// A user, with a token that is valid for an hour of the host's clock. The further `claims` come last; one with the
    /// name of a claim that the token has anyway, such as `role`, replaces it.
    case user(UUID, claims: JSONObject = [:])
    /// A holder of a service key.
    case serviceRole
    /// A caller with the given token.
    case token(String)
  }

  /// The functions' database: a temporary one.
  public let database: Database
  /// The functions' clock.
  public let clock: WallClock

  private let host: FunctionHost
  private let system: JobSystem
  private let resources: TestResources
  private let minter: TokenMinter
  private let background: Task<Void, Never>

  /// Starts a host.
  ///
  /// - Parameters:
  ///   - functions: the functions at `/functions/v1/<name>`.
  ///   - procedures: the database functions at `/rest/v1/rpc/<name>`.
  ///   - routes: the functions that answer requests to tables at `/rest/v1`.
  ///   - jobs: the jobs. Their schedules do not run: ``run(_:scheduledAt:)`` runs a job.
  ///   - migrations: the migrations of the database. They and the seed run once per process, and each host has a copy.
  ///   - seed: the rows that the database begins with; nil for none.
  ///   - secrets: the functions' secrets.
  ///   - push: sends the functions' notifications. `PushService(answering:)` answers them without a connection. By
  ///     default, sending throws.
  ///   - http: the functions' client for calls to other servers. `HTTPClient(answering:)` answers them without a
  ///     connection, `HTTPClient()` reaches servers. With nil each call throws `HTTPClientError`. The host's shutdown
  ///     ends the client, and so does a host that does not start.
  ///   - accounts: the users of sign-in; by default there are none.
  ///   - clock: the functions' clock.
  ///   - files: the files of the embedded storage, which is in a temporary folder.
  ///   - buckets: the storage's buckets beside those of `files`, each with the media types that it takes:
  ///     `["photos": ["image/*"]]`.
  ///   - connections: the most connections to the database, on a server.
  ///   - transport: the way to the functions; with nil the one of `SWIFTLET_TEST_TRANSPORT`, or else the test's own
  ///     task.
  ///   - logger: the host's logger; by default nothing is logged.
  /// - Throws: the error of a host that cannot start: a name that is used twice, a malformed schedule, a failed
  ///   migration, an unknown transport in the environment. Its database is removed.
  public init(
    functions: [any Endpoint], procedures: [any Endpoint] = [], routes: [TableRoute] = [],
    jobs: [Job] = [], migrations: [MigrationSet] = [], seed: TestSeed? = nil, secrets: [String: String] = [:],
    push: PushService = .none,
    http: HTTPClient? = nil, accounts: any Accounts = NoAccounts(), clock: WallClock = .system,
    files: [SeedFile] = [],
    buckets: [String: [String]] = [:], connections: Int = 4, transport: TestTransport? = nil,
    logger: Logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
  ) async throws {
    var configuration = HostConfiguration()
    configuration.secrets = secrets
    configuration.storage.buckets = buckets.mapValues { types in
      var bucket = StorageConfiguration.Bucket()
      bucket.types = types
      return bucket
    }
    var resources = TestResources(http: http ?? .refusing)
    configuration.storage.folder = resources.storageFolder
    do {
      try await configuration.storage.add(files)
      minter = try TokenMinter(secret: configuration.tokens.secret)
      let temporary = try await TemporaryDatabase(
        connections: connections, migrations: [JobSystem.migrations] + migrations, seed: seed)
      resources.temporary = temporary
      let database = temporary.database
      let metrics = PrometheusRegistry()
      let workers: TestWorkers? =
        switch try transport ?? TestTransport.standard {
        case .inline: nil
        case .channel:
          try await TestWorkers(
            Worker.Bundle(
              "test", functions: functions, procedures: procedures, routes: routes, jobs: jobs, migrations: migrations,
              groups: ["all": Self.names(functions + procedures + routes.map(\.endpoint), jobs)]),
            configuration: configuration, dialect: database.dialect, push: push, clock: clock, metrics: metrics,
            logger: logger)
        }
      resources.workers = workers
      let functions = workers?.functions ?? functions
      var options = JobOptions()
      // A retry that is due at once would run in the same drain.
      options.hasRetryJitter = false
      let system = JobSystem(
        registry: try JobRegistry(functions: functions, jobs: workers?.jobs ?? jobs), database: database, clock: clock,
        options: options, metrics: metrics, logger: logger)
      let host = try await FunctionHost(
        configuration: configuration, functions: functions, procedures: workers?.procedures ?? procedures,
        routes: workers?.routes ?? routes,
        controls: system.controls, database: database, queue: system.queue, push: push, http: resources.http,
        accounts: accounts, clock: clock,
        metrics: HostMetrics(registry: metrics), logger: logger)
      workers?.use(host.services)
      self.database = database
      self.host = host
      self.system = system
    } catch {
      await resources.end()
      throw error
    }
    self.clock = clock
    self.resources = resources
    background = Task { [host] in await host.background.run() }
  }

  /// The names of functions and jobs, each once.
  private static func names(_ endpoints: [any Endpoint], _ jobs: [Job]) -> [String] {
    Set(endpoints.map(\.name) + jobs.map(\.name)).sorted()
  }

  /// Runs a test against the host, and shuts the host down after it, also if the test throws. Then background work is
  /// cancelled.
  ///
  /// - Parameter body: the test.
  /// - Throws: the test's error.
  public func test(_ body: (TestHost) async throws -> Void) async throws {
    do {
      try await body(self)
    } catch {
      // Background work may wait for what the test has not done.
      background.cancel()
      await shutdown()
      throw error
    }
    await shutdown()
  }

  /// Runs a job once, outside the queue: a failed run is not tried again, and the history has no row of it.
  ///
  /// - Parameters:
  ///   - job: the job.
  ///   - tick: the tick of its schedule that the run is for, the ``JobRun/scheduledAt`` of `context.run`; the run is
  ///     then the first try, and its ``JobRun/id`` depends on the tick alone. With nil, `context.run` is nil.
  /// - Throws: the job's error.
  public func run(_ job: Job, scheduledAt tick: Date? = nil) async throws {
    let job = resources.workers?.job(for: job) ?? job
    let run = tick.map {
      JobRun(
        id: Int64(($0.timeIntervalSince1970 * 1000).rounded()), function: job.name, attempt: 1,
        maximumAttempts: job.queue.attempts, scheduledAt: $0)
    }
    try await host.run(job, as: run)
  }

  /// Runs the due jobs of the queue, and those that they enqueue, until none is due.
  ///
  /// Jobs that are due later run after the clock is moved forward. A failed job is due when the longest wait of its
  /// back-off has passed. Jobs that wait for their function's rate stay in the queue.
  ///
  /// - Throws: `DatabaseError`. The errors of the jobs are in their ``history(of:)``.
  public func drainJobs() async throws {
    try await system.runner { [host] job in try await host.run(job) }.drain()
  }

  /// The queue, so that a test can enqueue functions, and read or cancel their jobs.
  public var jobs: JobQueue { host.services.jobs }

  /// Sends any request.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - target: the path and the query, as in a request line.
  ///   - caller: the caller; by default one without a token.
  ///   - headers: fields to send.
  ///   - body: the body's bytes.
  ///   - count: the number of server-sent events, from 1, after which the client leaves: the function's write of the
  ///     last of them throws. With nil, a streamed body is read to its end, which a stream that lasts until its deadline
  ///     does not reach under a clock that stands still.
  /// - Throws: the error of a streamed body.
  public func request(
    _ method: HTTPRequest.Method, _ target: String, as caller: Caller = .withoutToken, headers: HTTPFields = [:],
    body: [UInt8] = [], firstEvents count: Int? = nil
  ) async throws -> TestResponse {
    var headers = headers
    if let token = token(for: caller) { headers[.authorization] = "Bearer \(token)" }
    let reply = await host.dispatcher.respond(
      to: IncomingRequest(method: method, target: target, headers: headers),
      body: RequestBody(body), startedAt: .now())
    do {
      let (response, hasLeft) = try await TestResponse.collect(reply.response, events: count)
      reply.finished(hasLeft ? .clientLeft : .completed)
      return response
    } catch {
      reply.finished(.failed)
      throw error
    }
  }

  /// The token that a caller sends; nil for ``Caller/withoutToken``.
  public func token(for caller: Caller) -> String? {
    switch caller {
    case .withoutToken: nil
    // The project's own keys expire at a fixed date, which the host's clock may have passed.
    case .anon: minter.token(role: .anon, now: clock.now)
    case .serviceRole: minter.token(role: .serviceRole, now: clock.now)
    case .user(let id, let claims):
      minter.token(
        role: .authenticated, subject: id.lowercased, claims: claims.map { ($0.key, $0.value) }, now: clock.now)
    case .token(let token): token
    }
  }

  /// The functions' storage, so that a test can put files there and look at them.
  public var storage: any Storage { host.services.storage }

  package var services: Services { host.services }

  /// The hints of changed rows, so that a test can wait for a hint and count the requests that wait.
  package var changes: ChangeHints { host.services.changes }

  /// Waits for background work, and removes the database and the storage's folder. ``test(_:)`` does it by itself.
  public func shutdown() async {
    host.background.finish()
    await background.value
    await resources.end()
  }
}
