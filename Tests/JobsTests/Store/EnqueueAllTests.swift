import Edge
import Foundation
import Testing

@testable import Jobs

private struct Ping: Codable, Sendable { let number: Int }
private let ping = Function("ping", access: .serviceRole) { (_: Ping, _) in NoContent() }
private let even = Function("even", access: .serviceRole) { (_: Ping, _) in NoContent() }
  .queued { $0.number.isMultiple(of: 2) ? "even" : nil }
private let once = Function("once", access: .serviceRole) { (_: Ping, _) in NoContent() }
  .queued { $0.number > 0 ? "number:\($0.number)" : nil }

@Suite(.ownDatabases) struct EnqueueAllTests {
  @Test func jobsKeepTheOrderOfTheirInputs() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([ping])
    let jobs = try await fixture.queue(system).enqueueAll(ping, (0..<1234).map(Ping.init))
    #expect(jobs.count == 1234 && jobs.allSatisfy(\.isNew))
    let claimed = Dictionary(try await system.claim(2000).map { ($0.id, $0.payload) }) { $1 }
    for (number, job) in jobs.enumerated() { #expect(claimed[job.id] == #"{"number":\#(number)}"#) }
  }

  @Test func keysHoldWithinABatch() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([even])
    let jobs = try await fixture.queue(system).enqueueAll(even, (0..<6).map(Ping.init))
    #expect(jobs.map(\.isNew) == [true, true, false, true, false, true])
    #expect(jobs[2].id == jobs[0].id && jobs[4].id == jobs[0].id)
    #expect(try await fixture.count("available") == 4)
  }

  @Test func keysAreTakenInTheirOrder() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([once])
    let numbers = [3, 0, 1, -1, 3, 2, -2]
    let jobs = try await fixture.queue(system).enqueueAll(once, numbers.map(Ping.init))
    #expect(jobs.map(\.isNew) == [true, true, true, true, false, true, true])
    #expect(jobs[4].id == jobs[0].id)
    let claimed = Dictionary(try await system.claim().map { ($0.id, $0.payload) }) { $1 }
    for (number, job) in zip(numbers, jobs) { #expect(claimed[job.id] == #"{"number":\#(number)}"#) }
    // The keys in their order, then the others in the given one.
    let order = [2, 5, 0, 1, 3, 6].map { jobs[$0].id }
    #expect(order == order.sorted())
  }

  @Test func oneOversizedInputRejectsTheBatch() async throws {
    let fixture = try await Fixture()
    let text = Function("text", access: .serviceRole) { (_: String, _) in NoContent() }
    let queue = fixture.queue(try fixture.system([text]))
    await #expect(throws: FunctionError.self) {
      try await queue.enqueueAll(text, ["a", String(repeating: "a", count: 1 << 20)])
    }
    #expect(try await fixture.count("available") == 0)
    #expect(try await queue.enqueueAll(text, []).isEmpty)
    // Together larger than the limit of a statement.
    let large = Array(repeating: String(repeating: "\u{0}b", count: 100_000), count: 12)
    #expect(try await queue.enqueueAll(text, large).count == 12)
  }

  @Test func theInputsOfAStatementHaveFourMebibytesAtMost() throws {
    let jobs = try (1...9).map { number in
      try NewJob(
        function: "text", payload: [UInt8](repeating: UInt8(ascii: "1"), count: number == 9 ? 1 : 1 << 20),
        policy: QueuePolicy(), runAt: nil, priority: 5, key: nil)
    }
    #expect(JobStore.batch(of: jobs[...]).count == 4)
    #expect(JobStore.batch(of: jobs[4...]).count == 4)
    #expect(JobStore.batch(of: jobs[5...]).count == 4, "the last one has one byte")
    #expect(JobStore.batch(of: jobs[8...]).count == 1)
    #expect(JobStore.batch(of: []).isEmpty)
  }

  @Test func theStatusOfAJobIsReported() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([ping])
    let queue = fixture.queue(system)
    let job = try await queue.enqueue(ping, Ping(number: 1), at: fixture.clock.now.addingTimeInterval(60))
    #expect(try await queue.status(job.id)?.state == .scheduled)
    fixture.clock.advance(by: 60)
    let claimed = try #require(try await system.claim().first)
    #expect(try await queue.status(job.id)?.state == .running)
    let run = EndedRun(
      id: job.id, fence: claimed.fence, outcome: .failed, error: "odd", finishedAt: fixture.clock.now, milliseconds: 1,
      disposition: .again(at: fixture.clock.now, usesAttempt: true))
    _ = try await fixture.database.transaction { try await system.store.end([run], in: $0) }
    #expect(
      try await queue.status(job.id)
        == JobStanding(
          id: job.id, function: "ping", state: .scheduled, attempt: 1, scheduledAt: claimed.scheduledAt, error: "odd"))
    #expect(try await queue.cancel(job.id) == .cancelled)
    #expect(try await queue.status(job.id)?.state == .cancelled)
    #expect(try await queue.status(999) == nil)
    #expect(try await queue.cancel(999) == .notFound)
  }

  @Test func aCancellationThatIsRolledBackCancelsNothing() async throws {
    struct Refusal: Error {}
    let fixture = try await Fixture()
    let queue = fixture.queue(try fixture.system([ping]))
    let job = try await queue.enqueue(ping, Ping(number: 1))
    await #expect(throws: Refusal.self) {
      try await fixture.database.transaction { transaction in
        #expect(try await queue.cancel(job.id, in: transaction) == .cancelled)
        throw Refusal()
      }
    }
    #expect(try await queue.status(job.id)?.state == .available)
  }
}
