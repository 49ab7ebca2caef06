public import Database
public import Edge
import Engines
public import FoundationEssentials
public import HTTPTypes
import Host
public import Jobs
public import Logging
import NIOCore
import Worker

/// A host without sockets, on a temporary database. Functions are called through the real router, tokens, limits and
/// error responses.
///
/// ```swift
/// let host = try await TestHost(functions: [greeting])
/// let answer = try await host.call("greeting", as: .user(id), json: ["name": "Ada"])
/// #expect(answer.status == 200)
/// await host.shutdown()
/// ```
public struct TestHost: Sendable {
  /// The caller of a function.
  public enum Caller: Sendable {
    /// A caller without `Authorization`.
    case withoutToken
    /// The project's anon key.
    case anon
    /// A user, with a token that is valid for an hour.
    case user(UUID)
    /// The project's service key.
    case serviceRole
    /// A caller with the given token.
    case token(String)
  }

  /// The functions' database: a temporary one.
  public let database: Database
  /// The functions' clock.
  public let clock: WallClock

  private let host: FunctionHost
  private let jobs: JobSystem
  private let temporary: TemporaryDatabase
  private let storageFolder: String
  private let http: HTTPClient
  private let minter: TokenMinter
  /// The worker of the functions; nil if they run in the test's task.
  private let workers: TestWorkers?
  private let background: Task<Void, Never>

  /// Starts a host.
  ///
  /// - Parameters:
  ///   - functions: the functions at `/functions/v1/<name>`.
  ///   - procedures: the database functions at `/rest/v1/rpc/<name>`.
  ///   - routes: the functions that answer requests to tables at `/rest/v1`.
  ///   - jobs: the jobs. Their schedules do not run: ``run(_:)`` runs a job.
  ///   - migrations: the migrations of the database. They and the seed run once per process, and each host has a copy.
  ///   - seed: the rows that the database begins with; nil for none.
  ///   - secrets: the functions' secrets.
  ///   - push: sends the functions' notifications; by default, sending throws.
  ///   - http: the functions' client for calls to other servers. `HTTPClient(answering:)` answers them without a
  ///     connection, `HTTPClient()` reaches servers. With nil each call throws `HTTPClientError`. The host's shutdown
  ///     ends the client.
  ///   - accounts: the users of sign-in; by default there are none.
  ///   - clock: the functions' clock.
  ///   - files: the files of the embedded storage, which is in a temporary folder.
  ///   - buckets: the storage's buckets beside those of `files`, each with the media types that it takes:
  ///     `["photos": ["image/*"]]`.
  ///   - connections: the most connections to the database, on a server.
  ///   - transport: the way to the functions; by default the one of `SWIFTLET_TEST_TRANSPORT`, or else the test's own
  ///     task.
  ///   - logger: the host's logger; by default nothing is logged.
  /// - Throws: the error of a host that cannot start: a name that is used twice, a malformed schedule, a failed
  ///   migration.
  public init(
    functions: [any Endpoint], procedures: [any Endpoint] = [], routes: [TableRoute] = [],
    jobs: [Job] = [], migrations: [MigrationSet] = [], seed: TestSeed? = nil, secrets: [String: String] = [:],
    push: PushService = .none,
    http: HTTPClient? = nil, accounts: any Accounts = NoAccounts(), clock: WallClock = .system,
    files: [SeedFile] = [],
    buckets: [String: [String]] = [:], connections: Int = 4, transport: TestTransport = .standard,
    logger: Logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
  ) async throws {
    let http = http ?? .refusing
    var configuration = HostConfiguration()
    configuration.secrets = secrets
    configuration.storage.folder =
      FileManager.default.temporaryDirectory.appending(path: "storage-\(UUID().uuidString)").path()
    configuration.storage.buckets = buckets.mapValues { types in
      var bucket = StorageConfiguration.Bucket()
      bucket.types = types
      return bucket
    }
    try await configuration.storage.add(files)
    let temporary = try await TemporaryDatabase(
      connections: connections, migrations: [JobSystem.migrations] + migrations, seed: seed)
    let database = temporary.database
    let metrics = PrometheusRegistry()
    let workers: TestWorkers? =
      switch transport {
      case .inline: nil
      case .channel:
        try TestWorkers(
          Worker.Bundle(
            "test", functions: functions, procedures: procedures, routes: routes, jobs: jobs, migrations: migrations,
            groups: ["all": Self.names(functions + procedures + routes.map(\.endpoint), jobs)]),
          configuration: configuration, dialect: database.engine.dialect, push: push, clock: clock, metrics: metrics,
          logger: logger)
      }
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
      controls: system.controls, database: database, queue: system.queue, push: push, http: http,
      accounts: accounts, clock: clock,
      metrics: HostMetrics(registry: metrics), logger: logger)
    workers?.use(host.services)
    self.workers = workers
    self.database = database
    storageFolder = configuration.storage.folder
    self.temporary = temporary
    self.clock = clock
    self.host = host
    self.jobs = system
    self.http = http
    minter = try TokenMinter(secret: configuration.tokens.secret)
    background = Task { await host.background.run() }
  }

  /// The names of functions and jobs, each once.
  private static func names(_ endpoints: [any Endpoint], _ jobs: [Job]) -> [String] {
    Set(endpoints.map(\.name) + jobs.map(\.name)).sorted()
  }

  /// Calls a function as apps do: POST, with JSON or without a body.
  ///
  /// - Parameter key: the request's idempotency key; nil for none.
  /// - Throws: `EncodingError` for an input that JSON cannot represent; the error of a streamed body.
  public func call(
    _ name: String, as caller: Caller = .anon, json: (any Encodable & Sendable)? = nil, key: String? = nil
  ) async throws -> TestResponse {
    try await post("/functions/v1/\(name)", caller, json, key)
  }

  /// Calls a database function as `supabase.rpc` does.
  ///
  /// - Parameter key: the request's idempotency key; nil for none.
  /// - Throws: `EncodingError` for an input that JSON cannot represent; the error of a streamed body.
  public func rpc(
    _ name: String, as caller: Caller = .anon, _ parameters: (any Encodable & Sendable)? = nil, key: String? = nil
  ) async throws -> TestResponse {
    try await post("/rest/v1/rpc/\(name)", caller, parameters, key)
  }

  private func post(
    _ target: String, _ caller: Caller, _ json: (any Encodable & Sendable)?, _ key: String?
  ) async throws -> TestResponse {
    let body = try json.map { try Wire.encode($0) } ?? []
    var headers: HTTPFields = [.contentType: "application/json"]
    if let key, let name = HTTPField.Name("Idempotency-Key") { headers[name] = "\"\(key)\"" }
    return try await request(.post, target, as: caller, headers: headers, body: body)
  }

  /// Runs a job once, now.
  ///
  /// - Throws: the job's error.
  public func run(_ job: Job) async throws { try await host.run(workers?.job(for: job) ?? job) }

  /// Runs the due jobs of the queue, and those that they enqueue, until none is due.
  ///
  /// Jobs that are due later run after the clock is moved forward. A failed job is due when the longest wait of its
  /// back-off has passed.
  ///
  /// - Throws: `DatabaseError`. The errors of the jobs are in their ``history(of:)``.
  public func drainJobs() async throws {
    try await jobs.runner { [host] job in try await host.run(job) }.drain()
  }

  /// The tries of a job or a function, the newest first, at most 1000.
  ///
  /// - Parameter name: its name; nil for all jobs.
  public func history(of name: String? = nil) async throws -> [RunRecord] {
    var filter = HistoryFilter()
    filter.name = name
    filter.limit = 1000
    return try await call("_internal/jobs_history", as: .serviceRole, json: filter).decode()
  }

  /// The waiting and dead jobs of the queue, in the order in which they are due, at most 1000.
  ///
  /// - Parameter name: the job's or the function's name; nil for all jobs.
  public func queuedJobs(of name: String? = nil) async throws -> [QueuedJob] {
    try await call(
      "_internal/jobs_queue", as: .serviceRole, json: JobCommand.Queue(name: name, state: nil, limit: 1000)
    ).decode()
  }

  /// Sends any request.
  ///
  /// - Parameter target: the path and the query, as in a request line.
  /// - Throws: the error of a streamed body.
  public func request(
    _ method: HTTPRequest.Method, _ target: String, as caller: Caller = .withoutToken, headers: HTTPFields = [:],
    body: [UInt8] = []
  ) async throws -> TestResponse {
    var headers = headers
    if let token = token(for: caller) { headers[.authorization] = "Bearer \(token)" }
    let reply = await host.dispatcher.respond(
      to: IncomingRequest(method: method, target: target, headers: headers),
      body: RequestBody(body), startedAt: .now())
    do {
      let response = try await TestResponse(reply.response)
      reply.finished(.completed)
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
    case .anon: minter.projectKey(.anon)
    case .serviceRole: minter.projectKey(.serviceRole)
    case .user(let id): minter.token(role: .authenticated, subject: id.lowercased, now: clock.now)
    case .token(let token): token
    }
  }

  /// The functions' storage, so that a test can put files there and look at them.
  public var storage: any Storage { host.services.storage }

  /// The services of the functions.
  package var services: Services { host.services }

  /// The hints of changed rows, so that a test can wait for a hint and count the requests that wait.
  package var changes: ChangeHints { host.services.changes }

  /// Waits for background work, and removes the database and the storage's folder.
  public func shutdown() async {
    host.background.finish()
    await background.value
    await workers?.stop()
    await temporary.remove()
    await http.shutdown()
    // It is there only if a file was stored.
    try? FileManager.default.removeItem(atPath: storageFolder)
  }
}
