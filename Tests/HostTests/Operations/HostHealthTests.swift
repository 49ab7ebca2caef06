import Edge
import Foundation
import Testing

@testable import Host

/// The health of the host's connections, as functions see it.
@Suite(.timeLimit(.minutes(10))) struct HostHealthTests {
  private static let health = Function("health", access: .anyone) { context in await context.host.health() }

  private func health(_ host: Harness) async throws -> HostHealth {
    try Wire.decode(HostHealth.self, from: [UInt8](try await host.post("/functions/v1/health", "").body.utf8))
  }

  @Test func whatIsConfiguredIsUpWithALatency() async throws {
    try await withHarness(functions: [Self.health]) { host in
      let health = try await health(host)
      #expect(health.database.status == .up)
      #expect(health.database.latencyMilliseconds ?? 0 > 0)
      #expect(health.database.measuredAt == host.clock.now)
      #expect(health.queue == ConnectionHealth(.unconfigured))
      #expect(health.push == ConnectionHealth(.unconfigured))
      #expect(health.startedAt == host.clock.now)
      #expect(health.uptimeSeconds > 0)
      #expect(health.isWhole)
    }
  }

  @Test func aDatabaseThatDoesNotAnswerIsDown() async throws {
    try await withHarness(functions: [Self.health]) { host in
      await host.database.close()
      let health = try await health(host)
      #expect(health.database.status == .down)
      #expect(health.database.latencyMilliseconds == nil)
      #expect(!health.isWhole)
    }
  }

  @Test func theQueueIsAskedByAnID() async throws {
    struct Queue: QueueEngine {
      let asked: Counter
      func enqueue(_ jobs: [NewJob], in transaction: Transaction) async throws -> [EnqueuedJob] { [] }
      func status(of id: Int64) async throws -> JobStanding? {
        asked.increment()
        return nil
      }
      func cancel(_ id: Int64, in transaction: Transaction) async throws -> CancelResult { .notFound }
      func pruneHistory(olderThan age: Duration, keeping count: Int) async throws -> Int { 0 }
    }
    let asked = Counter()
    try await withHarness { host in
      let probes = ConnectionProbes(
        database: host.database, queue: Queue(asked: asked), push: { ConnectionHealth(.idle) }, clock: host.clock.wall)
      let connections = await probes.run()
      #expect(connections.queue.status == .up)
      #expect(asked.value == 1)
      #expect(connections.push.status == .idle)
    }
  }

  @Test func theLastNotificationIsTheStateOfThePush() async throws {
    struct Sender: PushSending {
      let outcome: @Sendable () -> PushOutcome
      func send(_ push: PreparedPush) async -> PushOutcome { outcome() }
      func send(_ request: ChannelRequest.Prepared) async -> ChannelAnswer { .deleted }
    }
    let outcomes: [(PushOutcome, ConnectionHealth.Status)] = [
      (.delivered(id: UUID(), uniqueID: nil), .up),
      (.undelivered(PushFault(.timedOut, "no answer"), lastAnswer: nil, mayHaveArrived: false), .down),
      (.undelivered(PushFault(.cancelled, "given up"), lastAnswer: nil, mayHaveArrived: false), .down),
      (.refused(PushFault(.badDeviceToken, "bad"), PushAnswer(status: 400)), .up),
      (.undelivered(PushFault(.cancelled, "given up"), lastAnswer: nil, mayHaveArrived: false), .up),
      (.unregistered(since: Date(), PushAnswer(status: 410)), .up),
    ]
    let sent = Counter()
    let service = PushService(
      bundleID: "app.test", environment: .sandbox,
      sender: Sender {
        defer { sent.increment() }
        return outcomes[sent.value].0
      })
    let measured = MeasuredPush(service, clock: TestClock().wall)
    #expect(measured.health() == ConnectionHealth(.idle))
    let hello = PushNotification(.alert(PushAlert(title: "Hello")), bundleID: "app.test")
    let token = try DeviceToken(String(repeating: "ab", count: 32), environment: .sandbox)
    for (outcome, status) in outcomes {
      #expect(try await measured.service.send(hello, to: token) == outcome)
      #expect(measured.health().status == status)
      #expect((measured.health().latencyMilliseconds != nil) == (status == .up))
    }
    #expect(MeasuredPush(.none, clock: TestClock().wall).health() == ConnectionHealth(.unconfigured))
  }
}
