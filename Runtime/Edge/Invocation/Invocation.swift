public import Foundation
public import Logging

/// One run of a function, however it was started.
///
/// A class, so that what is handed on of it is one reference.
public final class Invocation: Sendable {
  /// How a run was started.
  public enum Trigger: String, Sendable {
    /// A request at `/functions/v1` or `/rest/v1/rpc`.
    case http
    /// A job's schedule.
    case schedule
    /// The queue.
    case enqueue
    /// A job that somebody starts by hand, or a test.
    case manual
  }

  /// The id, in every log line and in the header `sb-request-id`.
  public let id: InvocationID
  /// How it was started.
  public let trigger: Trigger
  /// The holder of the verified token, if there is one.
  public let identity: Identity?
  /// When an answer comes too late.
  public let deadline: Date
  /// The trace it belongs to, if the caller said one.
  public let trace: TraceContext?
  /// The job it belongs to; nil for a request.
  public let run: JobRun?
  /// What the host lends to its functions.
  public let services: Services
  private let plainLogger: Logger
  /// The function's name, if `plainLogger` does not say it.
  let function: String?

  /// Writes lines that carry the id and the function's name.
  public var logger: Logger {
    // Made when somebody writes: most runs log nothing of their own.
    guard let function else { return plainLogger }
    var logger = plainLogger
    logger[metadataKey: "id"] = "\(id)"
    logger[metadataKey: "function"] = "\(function)"
    return logger
  }

  /// Describes a run.
  ///
  /// - Parameters:
  ///   - logger: writes the run's lines.
  ///   - function: the function's name, if `logger` does not say it and the id yet.
  public init(
    id: InvocationID, trigger: Trigger, identity: Identity?, deadline: Date, logger: Logger, function: String? = nil,
    trace: TraceContext? = nil, run: JobRun? = nil, services: Services
  ) {
    self.id = id
    self.trigger = trigger
    self.identity = identity
    self.deadline = deadline
    plainLogger = logger
    self.function = function
    self.trace = trace
    self.run = run
    self.services = services
  }
}

/// What the host lends to its functions: one set for all of them.
///
/// A class, since every run and every context holds it: a copy of the set would be ten references, which all threads count.
public final class Services: Sendable {
  /// The database.
  public let database: Database
  /// The durable queue.
  public let jobs: JobQueue
  /// Notifications to Apple.
  public let push: PushService
  /// Calls to other servers.
  public let http: HTTPClient
  /// Pictures and files behind signed URLs.
  public let storage: any Storage
  /// The clock of the day.
  public let clock: WallClock
  /// Work after the response.
  public let background: any BackgroundWork
  /// The function's own secrets.
  public let secrets: Secrets

  /// Puts the set together.
  public init(
    database: Database, jobs: JobQueue, push: PushService = .none, http: HTTPClient, storage: any Storage,
    clock: WallClock,
    background: any BackgroundWork, secrets: Secrets
  ) {
    self.database = database
    self.jobs = jobs
    self.push = push
    self.http = http
    self.storage = storage
    self.clock = clock
    self.background = background
    self.secrets = secrets
  }
}

/// Runs work that outlives its response; the host waits for it before it stops.
public protocol BackgroundWork: Sendable {
  /// Starts the work.
  ///
  /// - Parameters:
  ///   - logger: where an error of the work is written.
  ///   - operation: the work; it is cancelled when the host's grace time is over.
  func start(logger: Logger, _ operation: @escaping @Sendable () async throws -> Void)
}

/// Files that are private but for signed URLs.
public protocol Storage: Sendable {
  /// A URL at which a file can be read for a while.
  ///
  /// - Parameters:
  ///   - bucket: the bucket, such as `avatars`.
  ///   - path: the file's path in it.
  ///   - seconds: how long the URL is good for, at least.
  /// - Throws: ``FunctionError`` if the storage server does not answer or refuses.
  func signedURL(bucket: String, path: String, expiresIn seconds: Int) async throws -> String
}
