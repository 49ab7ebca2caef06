public import Edge

/// A bundle: the functions, jobs and tables of one executable, which a Swiftlet host loads and runs in processes of
/// their own.
///
/// ```swift
/// import Worker
///
/// await Bundle("notes", functions: [addNote, listNotes], jobs: [tidyUp], migrations: [notes]).main()
/// ```
///
/// A function that crashes, hangs or leaks affects its own callers only. The host starts a worker, which is a process
/// of this executable, for each group of functions; it owns the database, the sockets and the secrets, and a worker
/// uses them by the function's `Context`.
public struct Bundle: Sendable {
  /// The name: letters, digits, `_` and `-`, a letter first.
  public let name: String
  let functions: [any Endpoint]
  let procedures: [any Endpoint]
  let routes: [TableRoute]
  let jobs: [Job]
  let migrations: [MigrationSet]
  let groups: [String: [String]]
  let deliveries: String?
  let example: String?
  let topic: String?
  let buckets: [String]
  let seed: (@Sendable (Context<ServiceAccess>, CalendarDay) async throws -> Void)?

  /// Describes a bundle. The host checks it when it is deployed.
  ///
  /// - Parameters:
  ///   - name: the bundle's name: letters, digits, `_` and `-`, a letter first.
  ///   - functions: the functions at `/functions/v1/<name>`.
  ///   - procedures: the database functions at `/rest/v1/rpc/<name>`.
  ///   - routes: the functions that answer requests to tables at `/rest/v1`.
  ///   - jobs: the jobs with a schedule.
  ///   - migrations: the tables of the functions and jobs. The host applies those that its database lacks when the
  ///     bundle is deployed.
  ///   - groups: the functions and jobs that share workers, by the group's name. Each other function has workers of its
  ///     own.
  ///   - deliveries: the name of a `.serviceRole` function that lists the outcomes of notifications, for
  ///     `swiftlet push deliveries`.
  ///   - example: the name of the function whose call the host shows.
  ///   - topic: the app's bundle id, which notifications are for while the host has no `APNS_TOPIC`.
  ///   - buckets: the buckets that the seed fills. The embedded storage makes those that it lacks.
  ///   - seed: inserts the rows that a first call needs, given the UTC day. It runs on the embedded database at each
  ///     start of the host.
  public init(
    _ name: String, functions: [any Endpoint] = [], procedures: [any Endpoint] = [], routes: [TableRoute] = [],
    jobs: [Job] = [], migrations: [MigrationSet] = [], groups: [String: [String]] = [:], deliveries: String? = nil,
    example: String? = nil, topic: String? = nil, buckets: [String] = [],
    seed: (@Sendable (Context<ServiceAccess>, CalendarDay) async throws -> Void)? = nil
  ) {
    self.name = name
    self.functions = functions
    self.procedures = procedures
    self.routes = routes
    self.jobs = jobs
    self.migrations = migrations
    self.groups = groups
    self.deliveries = deliveries
    self.example = example
    self.topic = topic
    self.buckets = buckets
    self.seed = seed
  }
}
