public import Foundation
public import Logging

/// What a handler has at hand: its caller, the database, other servers, secrets, time and a logger.
public struct Context<A: Access>: Sendable {
  /// Whoever called; its type follows from the function's ``Access``.
  public let caller: A.Caller
  /// The run that this is.
  public let invocation: Invocation

  /// A context for a caller that was let in.
  @inlinable public init(caller: A.Caller, invocation: Invocation) {
    self.caller = caller
    self.invocation = invocation
  }

  /// Lets the caller of a run in.
  ///
  /// - Throws: ``AdmissionError`` for one who is not.
  @inlinable init(_ invocation: Invocation, access: A) throws(AdmissionError) {
    do {
      self.init(caller: try access.admit(invocation.identity), invocation: invocation)
    } catch {
      throw AdmissionError(reason: error)
    }
  }

  /// The run's id, in every log line and in the header `sb-request-id`.
  public var id: InvocationID { invocation.id }
  /// The project's database, with the host's rights.
  public var database: Database { invocation.services.database }
  /// The durable queue: work that runs later, at least once.
  public var jobs: JobQueue { invocation.services.jobs.used(by: invocation) }
  /// Notifications to Apple.
  public var push: PushService { invocation.services.push }
  /// The job that this run belongs to; nil for a request.
  public var run: JobRun? { invocation.run }
  /// Calls to other servers.
  public var http: HTTPClient { invocation.services.http }
  /// Files that are private but for signed URLs.
  public var storage: any Storage { invocation.services.storage }
  /// The function's secrets.
  public var secrets: Secrets { invocation.services.secrets.adding(["SB_EXECUTION_ID": id.description]) }
  /// Writes lines that carry the run's id.
  public var logger: Logger { invocation.logger }
  /// The clock of the day.
  public var clock: WallClock { invocation.services.clock }
  /// When an answer comes too late.
  public var deadline: Date { invocation.deadline }

  /// Starts work that outlives the response; the host waits for it before it stops.
  ///
  /// An error thrown inside is logged with the run's id.
  public func background(_ operation: @escaping @Sendable () async throws -> Void) {
    invocation.services.background.start(logger: logger, operation)
  }
}

extension Context where A == UserAccess {
  /// The user who called.
  public var userID: UUID { caller.userID }
}

extension Context where A == OpenAccess {
  /// Not there: the compiler says what to do.
  @available(*, unavailable, message: "an .anyone function has no user: declare access: .user")
  public var userID: UUID { UUID() }
}
