import Curl
import Edge
import Engines
import Foundation
import HTTPCalls
import Logging
import SwiftletTesting
import Synchronization
import Workers

/// The host's services of a test, each replaced where the test needs it.
struct LinkedCall: Sendable {
  var push: PushService = .none
  var http = HTTPClient(answering: { _ in HTTPClient.StreamedResponse() })
  var changes = ChangeHints()
  var background: any BackgroundWork = HeldBackground()
  var storage: any Storage = NoStorage()
  var logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  var memory = OperationMemory()

  /// Runs a test with the services of a call in a worker.
  ///
  /// - Parameter steps: takes the call's steps after its end.
  func run(_ test: (CallLink) async throws -> Void, steps: (RunSummary?) -> Void = { _ in }) async throws {
    let database = Database(try SQLiteEngine.temporary())
    let invocation = Invocation(
      id: InvocationID(at: Date()), trigger: .manual, identity: nil, deadline: Date(timeIntervalSinceNow: 600),
      logger: logger,
      services: Services(
        database: database, jobs: JobQueue(NoQueue(), database: database), push: push, http: http,
        storage: storage, clock: .system, background: background, secrets: Secrets(), changes: changes), began: .now())
    let link = try await CallLink(invocation, logger: logger, memory: memory)
    let result: Result<Void, any Error>
    do { result = .success(try await test(link)) } catch { result = .failure(error) }
    await link.end()
    steps(invocation.steps)
    await database.close()
    try result.get()
  }
}

/// A queue that no test uses.
private struct NoQueue: QueueEngine {
  func enqueue(_ jobs: [NewJob], in transaction: Transaction) async throws -> [EnqueuedJob] { [] }
  func status(of id: Int64) async throws -> JobStanding? { nil }
  func cancel(_ id: Int64, in transaction: Transaction) async throws -> CancelResult { .notFound }
  func pruneHistory(olderThan age: Duration, keeping count: Int) async throws -> Int { 0 }
}

/// Background work that waits until the test starts or drops it.
final class HeldBackground: BackgroundWork {
  private let held = Mutex<[@Sendable () async throws -> Void]>([])
  private let arrivals: AsyncStream<Void>
  private let arrived: AsyncStream<Void>.Continuation

  init() { (arrivals, arrived) = AsyncStream.makeStream() }

  func start(logger: Logger, _ operation: @escaping @Sendable () async throws -> Void) {
    held.withLock { $0.append(operation) }
    arrived.yield()
  }

  /// Waits for a piece of work.
  func arrival() async { for await _ in arrivals { return } }

  /// Starts the work that waits.
  func release() -> [Task<Void, any Error>] {
    held.withLock { held in
      defer { held = [] }
      return held.map { work in Task { try await work() } }
    }
  }

  /// Drops the work that waits.
  func drop() { held.withLock { $0 = [] } }
}
