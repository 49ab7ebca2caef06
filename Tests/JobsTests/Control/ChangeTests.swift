import Edge
import Foundation
import Logging
import Testing

@testable import Jobs

private struct Ping: Codable, Sendable { let number: Int }
private let ping = Function("ping", access: .serviceRole) { (_: Ping, _) in NoContent() }.queued(attempts: 2)
private let pong = Function("pong", access: .serviceRole) { (_: Ping, _) in NoContent() }
  .queued(attempts: 2) { "\($0.number)" }

/// Actions on all jobs that match.
@Suite(.ownDatabases) struct ChangeTests {
  /// Ends all available jobs as dead with an error.
  private func die(_ fixture: Fixture, _ system: JobSystem, of error: String) async throws {
    let runs = try await system.claim(1000).map { job in
      EndedRun(
        id: job.id, fence: job.fence, outcome: .failed, error: error, finishedAt: fixture.clock.now, milliseconds: 1,
        disposition: .dead)
    }
    _ = try await fixture.database.transaction { try await system.store.end(runs, in: $0) }
  }

  private func change(_ action: JobCommand.Action, _ set: (inout JobCommand.Change) -> Void) -> JobCommand.Change {
    var change = JobCommand.Change(action)
    set(&change)
    return change
  }

  /// Performs all batches of a change.
  private func all(_ change: JobCommand.Change, _ system: JobSystem) async throws -> (done: Int, skipped: Int) {
    var change = change
    var sum = (done: 0, skipped: 0)
    repeat {
      let changed = try await system.perform(change)
      sum = (sum.done + changed.done, sum.skipped + changed.skipped)
      change.after = changed.next
    } while change.after != nil
    return sum
  }

  @Test func matchingJobsAreCountedAndChangedInBatches() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([ping, pong])
    let queue = fixture.queue(system)
    try await queue.enqueueAll(ping, (1...450).map(Ping.init))
    try await die(fixture, system, of: "Connection REFUSED: 100%_sure")
    fixture.clock.advance(by: 3600)
    try await queue.enqueueAll(ping, (1...3).map(Ping.init))
    try await queue.enqueueAll(pong, (1...3).map(Ping.init))
    try await die(fixture, system, of: "timeout")
    try await queue.enqueue(ping, Ping(number: 0))

    #expect(try await system.matching(change(.retry) { $0.name = "ping" }).count == 453)
    #expect(try await system.matching(change(.retry) { $0.error = "connection refused" }).count == 450)
    #expect(try await system.matching(change(.retry) { $0.error = "0%_S" }).count == 450)
    #expect(try await system.matching(change(.retry) { $0.error = "_onnection" }).count == 0, "a sign, not a pattern")
    let recent = change(.discard) { $0.since = fixture.clock.now.addingTimeInterval(-60) }
    #expect(
      try await system.matching(recent).groups == [
        .init(name: "ping", state: "dead", count: 3), .init(name: "pong", state: "dead", count: 3),
      ])
    #expect(try await system.matching(change(.cancel) { $0.name = "ping" }).count == 1)

    let refused = try change(.retry) { $0.error = "connection refused" }.conditions()
    let whole = try await system.store.matching(refused, within: SearchBudget(.seconds(3600)), chunk: 100)
    #expect(whole.count == 450 && whole.isPartial == nil)
    let partial = try await system.store.matching(refused, within: SearchBudget(.zero), chunk: 100)
    #expect(partial.count == 100 && partial.isPartial == true)
    #expect(partial.groups == [.init(name: "ping", state: "dead", count: 100)])
    let last = try #require(partial.last), end = try #require(whole.last)
    #expect(end - last == 350, "the jobs with the lowest ids were counted")

    let retried = try await all(change(.retry) { $0.error = "refused" }, system)
    #expect(retried.done == 450 && retried.skipped == 0)
    #expect(try await fixture.count("available") == 451)
    #expect(try await all(recent, system).done == 6)
    #expect(try await fixture.count("dead") == 0)
    let discarded = try await fixture.history(system, "pong").filter { $0.outcome == "discarded" }
    #expect(discarded.count == 3 && discarded.allSatisfy { $0.error == "it was discarded by hand" })
    #expect(try await all(change(.cancel) { $0.state = "available" }, system).done == 451)
    #expect(try await fixture.rows("SELECT id FROM \(fixture.tables.jobs)").isEmpty)
  }

  @Test func jobsThatCannotBeRetriedAreSkipped() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([pong])
    let queue = fixture.queue(system)
    for _ in 1...2 {
      try await queue.enqueue(pong, Ping(number: 1))
      try await die(fixture, system, of: "odd")
    }
    try await queue.enqueue(pong, Ping(number: 2))
    try await die(fixture, system, of: "odd")
    // Two jobs have the same key: only one of them is retried.
    let retried = try await all(change(.retry) { $0.state = "dead" }, system)
    #expect(retried.done == 2 && retried.skipped == 1)
    #expect(try await fixture.count("available") == 2)
    #expect(try await fixture.count("dead") == 1)
  }

  // With one writer no transaction has locked a job of another.
  @Test(.onPostgres) func jobsThatAnotherTransactionHasLockedAreCountedAsBusy() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([ping])
    let jobs = try await fixture.queue(system).enqueueAll(ping, (1...3).map(Ping.init))
    let locked = try #require(jobs.dropFirst().first)
    let cancel = change(.cancel) { $0.name = "ping" }
    let changed = try await fixture.database.transaction { transaction in
      let lock = fixture.tables.lock
      _ = try await transaction.query("SELECT id FROM \(fixture.tables.jobs) WHERE id = \(locked.id)\(lock)")
      return try await Task { try await system.perform(cancel) }.value
    }
    #expect(changed.done == 2 && changed.busy == 1 && changed.skipped == 0 && changed.next == nil)
    #expect(try await fixture.count("available") == 1)
    let again = try await system.perform(cancel)
    #expect(again.done == 1 && again.busy == 0 && again.skipped == 0, "the same change finds the job again")
  }

  @Test func runningJobsAreCancelledAndNeverDiscarded() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([ping])
    try await fixture.queue(system).enqueueAll(ping, (1...2).map(Ping.init))
    let job = try #require(try await system.claim(1).first)
    await #expect(throws: FunctionError.self) {
      try await fixture.database.transaction { try await system.store.discard(job.id, because: "test", in: $0) }
    }
    #expect(try await all(change(.cancel) { $0.name = "ping" }, system).done == 2)
    #expect(try await fixture.count("running") == 1)
    let leases = try await fixture.database.transaction { try await system.store.renew(in: $0) }
    #expect(leases.map(\.isCancelled) == [true])
  }

  @Test func aChangeNeedsASelection() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([ping])
    for action in JobCommand.Action.allCases {
      await #expect(throws: FunctionError.self) { try await system.matching(JobCommand.Change(action)) }
      await #expect(throws: FunctionError.self) { try await system.perform(JobCommand.Change(action)) }
    }
    for (action, state) in [(JobCommand.Action.discard, "running"), (.retry, "running"), (.retry, "bad")] {
      await #expect(throws: FunctionError.self) { try await system.matching(change(action) { $0.state = state }) }
    }
  }

  @Test func aJobShowsItsInputItsTriesAndItsOrigin() async throws {
    struct Letter: Codable, Sendable {
      let email: String
      let subject: String
    }
    let letter = Function("letter", access: .serviceRole) { (_: Letter, _) in NoContent() }
    let fixture = try await Fixture()
    let system = try fixture.system([letter])
    let user = UUID()
    let invocation = Invocation(
      id: InvocationID(at: fixture.clock.now), trigger: .http,
      identity: Identity(Claims(["sub": .string(user.uuidString), "role": "authenticated"])), deadline: .distantFuture,
      logger: Logger(label: "test"), function: "like", services: TestServices.make(fixture, fixture.queue(system)))
    let like = Function("like", access: .user) { context in
      ["id": try await context.jobs.enqueue(letter, Letter(email: "a@b.c", subject: "hello")).id]
    }
    _ = try await like.invoke(Request(method: .post), invocation)
    let job = try #require(try await system.queued(.init(name: nil, state: nil, limit: 1)).first)
    let origin = JobOrigin(
      trigger: "http", function: "like", id: invocation.id.description, user: user.uuidString.lowercased(),
      traceparent: "00-\(invocation.id.traceID)-\(invocation.id.spanID)-01")
    var details = try await system.details(of: JobCommand.Show(id: job.id, isUnmasked: false))
    #expect(try details.input?.value == ["email": "***", "subject": "hello"])
    #expect(details.origin == origin && details.state == .available && details.runs.isEmpty)
    details = try await system.details(of: JobCommand.Show(id: job.id, isUnmasked: true))
    #expect(try details.input?.value == ["email": "a@b.c", "subject": "hello"])
    try await die(fixture, system, of: "odd")
    #expect(try await system.queued(.init(name: nil, state: "dead", limit: 1)).map(\.error) == ["odd"])
    _ = try await fixture.database.transaction { try await system.store.discard(job.id, because: "test", in: $0) }
    details = try await system.details(of: JobCommand.Show(id: job.id, isUnmasked: true))
    #expect(details.input == nil && details.state == .discarded && details.origin == origin)
    #expect(details.runs.map(\.error) == ["odd", "test"])
    await #expect(throws: FunctionError.self) {
      try await system.details(of: JobCommand.Show(id: 999, isUnmasked: false))
    }
  }

  @Test func jobsOfTheEnqueueCommandAreCheckedAndHaveTheirKey() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([pong], jobs: [Job("tidy_up", every: "@daily") { _ in }])
    func enqueue(_ name: String, _ input: JSONValue?) async throws -> JobCommand.Enqueued {
      try await system.enqueue(.init(name: name, input: input, runAt: nil, priority: nil, account: "ada"))
    }
    let first = try await enqueue("pong", ["number": 1])
    #expect(first.isNew)
    let second = try await enqueue("pong", ["number": 1])
    #expect(!second.isNew && second.id == first.id)
    #expect(try await enqueue("tidy_up", nil).isNew)
    for (name, input) in [("nothing", nil), ("pong", nil), ("pong", ["number": "one"]), ("tidy_up", 1)]
      as [(String, JSONValue?)]
    {
      await #expect(throws: FunctionError.self) { try await enqueue(name, input) }
    }
    let details = try await system.details(of: JobCommand.Show(id: first.id, isUnmasked: false))
    #expect(details.origin == JobOrigin(trigger: "command", function: "jobs enqueue", user: "ada"))
  }

  @Test func theQueueIsCounted() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([ping, pong])
    let queue = fixture.queue(system)
    let start = fixture.clock.now
    #expect(
      try await system.store.depth() == QueueDepth(counts: [.available: 0, .scheduled: 0, .dead: 0], oldest: nil))
    try await queue.enqueueAll(pong, (1...3).map(Ping.init))
    try await die(fixture, system, of: "odd")
    try await queue.enqueueAll(ping, (1...2).map(Ping.init))
    try await queue.enqueue(ping, Ping(number: 3), at: start.addingTimeInterval(3600))
    fixture.clock.advance(by: 60)
    #expect(
      try await system.store.depth() == QueueDepth(counts: [.available: 2, .scheduled: 1, .dead: 3], oldest: start))
    try await system.end(try #require(try await system.claim(1).first))
    let statistics = try await system.statistics(since: start)
    #expect(statistics.map(\.name) == ["ping", "pong"])
    #expect(statistics.map(\.available) == [1, 0] && statistics.map(\.scheduled) == [1, 0])
    #expect(statistics.map(\.dead) == [0, 3] && statistics.map(\.failed) == [0, 3])
    #expect(statistics.map(\.completed) == [1, 0] && statistics.map(\.averageMilliseconds) == [1, nil])
    #expect(statistics.map(\.oldest) == [start, nil])
    #expect(try await system.statistics(since: fixture.clock.now.addingTimeInterval(1)).map(\.completed) == [0, 0])
  }
}
