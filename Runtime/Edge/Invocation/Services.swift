/// The services that a function may use.
///
/// It is a class, since every run holds it: copying a struct would retain each of its references.
public final class Services: Sendable {
  /// The project's database, with the host's rights.
  public let database: Database
  /// The durable queue of jobs.
  public let jobs: JobQueue
  /// The sender of notifications to Apple's devices.
  public let push: PushService
  /// The client for calls to other servers.
  public let http: HTTPClient
  /// The storage of files in buckets, with the rights of the service role.
  public let storage: any Storage
  /// The clock for dates and times.
  public let clock: WallClock
  /// Work that may outlive the response.
  public let background: any BackgroundWork
  /// The function's secrets.
  public let secrets: Secrets
  /// The users of sign-in.
  public let accounts: any Accounts
  /// Hints that rows have changed.
  public let changes: ChangeHints
  /// The host's report about itself.
  public let host: any HostReporting
  /// The verifier of signatures by certificates.
  public let certificates: any CertificateVerifying
  /// Whether a trace that begins with a run is recorded; nil in a worker, whose host adds the trace to what it sends.
  package let isTraceSampled: (@Sendable (InvocationID) -> Bool)?

  /// Creates a set of services.
  ///
  /// - Parameter isTraceSampled: whether a trace that begins with a run is recorded; nil leaves such a trace to another
  ///   process.
  public init(
    database: Database, jobs: JobQueue, push: PushService = .none, http: HTTPClient, storage: any Storage,
    clock: WallClock,
    background: any BackgroundWork, secrets: Secrets, accounts: any Accounts = NoAccounts(),
    changes: ChangeHints = ChangeHints(),
    host: any HostReporting = NoReport(), certificates: any CertificateVerifying = NoCertificates(),
    isTraceSampled: (@Sendable (InvocationID) -> Bool)? = { _ in true }
  ) {
    self.database = database
    self.jobs = jobs
    self.push = push
    self.http = http
    self.storage = storage
    self.clock = clock
    self.background = background
    self.secrets = secrets
    self.accounts = accounts
    self.changes = changes
    self.host = host
    self.certificates = certificates
    self.isTraceSampled = isTraceSampled
  }
}
