import Edge
import HTTPCalls
import Logging

/// The services that the tests of the database do not use.
struct RemoteNoQueue: QueueEngine {
  func enqueue(_ jobs: [NewJob], in transaction: Transaction) async throws -> [EnqueuedJob] { [] }
  func status(of id: Int64) async throws -> JobStanding? { nil }
  func cancel(_ id: Int64, in transaction: Transaction) async throws -> CancelResult { .notFound }
  func pruneHistory(olderThan age: Duration, keeping count: Int) async throws -> Int { 0 }
}

struct RemoteNoTransport: HTTPTransport {
  func exchange(_ request: HTTPClient.Request, isStreamed: Bool) async throws -> HTTPClient.StreamedResponse {
    throw CancellationError()
  }

  func shutdown() async {}
}

struct RemoteNoBackground: BackgroundWork {
  func start(logger: Logger, _ operation: @escaping @Sendable () async throws -> Void) {}
}
