public import FoundationEssentials
public import Logging

/// The services of one run of a function: its caller, the database, the queue, other servers, secrets, the clock and a
/// logger.
public struct Context<A: Access>: Sendable {
  /// The caller. Its type follows from the function's ``Access``.
  public let caller: A.Caller
  /// The current run.
  public let invocation: Invocation

  /// A context for an admitted caller.
  @inlinable public init(caller: A.Caller, invocation: Invocation) {
    self.caller = caller
    self.invocation = invocation
  }

  /// Admits the caller of a run.
  ///
  /// - Throws: ``AdmissionError`` for a caller that is not admitted.
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
  public var database: Database { invocation.database }
  /// The durable queue: work that runs later, at least once.
  public var jobs: JobQueue { invocation.jobs }
  /// The sender of notifications to Apple's devices.
  public var push: PushService { invocation.push }
  /// The job that this run belongs to; nil for a request.
  public var run: JobRun? { invocation.run }
  /// The client for calls to other servers. Their header field `traceparent` names the caller's trace, or one that
  /// begins here, and this run as their parent.
  public var http: HTTPClient { invocation.http }
  /// The storage of files in buckets, with the rights of the service role.
  public var storage: any Storage { invocation.storage }
  /// The function's secrets.
  public var secrets: Secrets { invocation.services.secrets.adding(["SB_EXECUTION_ID": id.description]) }
  /// The users of sign-in, with the rights of the service role.
  public var accounts: any Accounts { invocation.services.accounts }
  /// Hints that rows have changed, for functions that wait for a change.
  public var changes: ChangeHints { invocation.services.changes }
  /// The host's report about itself: its connections with their latencies, and the figures of its operations.
  public var host: any HostReporting { invocation.services.host }
  /// The verifier of signatures by certificates, for ``SignedPayloads``.
  public var certificates: any CertificateVerifying { invocation.services.certificates }
  /// The logger of the run: its lines carry the run's id.
  public var logger: Logger { invocation.logger }
  /// The clock for dates and times.
  public var clock: WallClock { invocation.services.clock }
  /// The instant after which a response comes too late.
  public var deadline: Date { invocation.deadline }

  /// Starts work that may outlive the response. The host waits for it before it stops.
  ///
  /// An error that the work throws is logged with the run's id.
  public func background(_ operation: @escaping @Sendable () async throws -> Void) {
    invocation.services.background.start(logger: logger, operation)
  }
}

extension Context where A == UserAccess {
  /// The user who called.
  public var userID: UUID { caller.userID }
}

extension Context where A == OpenAccess {
  /// Unavailable: the compiler's message says what to write instead.
  @available(*, unavailable, message: "an .anyone function has no user: declare access: .user")
  public var userID: UUID { UUID() }
}

extension Context where A == VerifiedAccess {
  /// Unavailable: the compiler's message says what to write instead.
  @available(
    *, unavailable,
    message: "a .verified function, the default, also admits the anon key, which has no user: declare access: .user"
  )
  public var userID: UUID { UUID() }
}

extension Context where A == ServiceAccess {
  /// Unavailable: the compiler's message says what to write instead.
  @available(
    *, unavailable,
    message: "a .serviceRole function and a job are not called by a user: take the user's id as input"
  )
  public var userID: UUID { UUID() }
}
