import Edge
import Foundation
import Synchronization
import Testing

@testable import Jobs

private struct Ping: Codable, Sendable { let number: Int }
private let ping = Function("ping", access: .serviceRole) { (_: Ping, _) in NoContent() }
private let tidy = Function("tidy", access: .serviceRole) { _ in NoContent() }

/// Ends that the database refuses because of a value of one job.
@Suite(.ownDatabases) struct RefusedEndTests {
  private static let withoutOrigin = "The end of a job was refused: it is stored without the job's origin"
  private static let withoutError = "The end of a job was refused: it is stored without its error"

  private var loopState: JobRunner.LoopState {
    JobRunner.LoopState(TakeOverPermit(lease: .seconds(30), isShared: false))
  }

  /// Enqueues three jobs. The index of the history cannot read the origin of the second.
  private func enqueue(_ fixture: Fixture, _ system: JobSystem) async throws -> [Int64] {
    let ids = try await fixture.queue(system).enqueueAll(ping, (1...3).map(Ping.init)).map(\.id)
    // Postgres reads no JSON with U+0000. SQLite reads it, but no malformed JSON.
    let unreadable = fixture.tables.isServer ? #"{"trigger":"command","user":"a\u0000b"}"# : "{"
    try await fixture.database.execute(
      """
      UPDATE \(fixture.tables.jobs)
      SET origin = CASE id WHEN \(ids[1]) THEN \(unreadable) ELSE '{"trigger":"command"}' END
      """)
    return ids
  }

  /// Ends claimed jobs with an error each.
  private func end(_ claimed: [ClaimedJob], _ errors: [String?], on runner: JobRunner) {
    for (job, error) in zip(claimed, errors) {
      let run = EndedRun(
        id: job.id, fence: job.fence, outcome: error == nil ? .completed : .discarded, error: error,
        finishedAt: runner.store.clock.now, milliseconds: 1, disposition: .finished)
      runner.state.withLock { $0.end(run) }
    }
  }

  @Test func aRefusedEndIsWrittenWithoutItsOriginAndTheOthersAsUsual() async throws {
    let (fixture, log) = (try await Fixture(), LogRecorder())
    let system = try fixture.system([ping], logger: log.logger)
    let ids = try await enqueue(fixture, system)
    let runner = system.testRunner(fixture)
    var loopState = loopState
    let claimed = try await runner.writeAndClaim(&loopState, .always)
    #expect(claimed.map(\.id) == ids)
    end(claimed, [nil, nil, nil], on: runner)
    _ = try await fixture.queue(system).enqueue(ping, Ping(number: 4))
    let next = try await runner.writeAndClaim(&loopState, .always)
    #expect(next.map(\.payload) == [#"{"number":4}"#], "the claim of the same transaction")
    let runs = try await fixture.history(system).filter { $0.outcome != "running" }
    #expect(runs.map(\.jobID) == ids)
    #expect(runs.map(\.outcome) == ["completed", "completed", "completed"])
    #expect(runs.map { $0.origin?.trigger } == ["command", nil, "command"])
    #expect(!runner.state.withLock { $0.hasEnded })
    #expect(log.take() == [LogRecorder.Line(message: Self.withoutOrigin, job: "\(ids[1])")])
  }

  @Test func aTakeOverEndsTheOtherJobsToo() async throws {
    let (fixture, log) = (try await Fixture(), LogRecorder())
    let dying = try fixture.system([ping])
    let survivor = try fixture.system([ping], logger: log.logger)
    let ids = try await enqueue(fixture, survivor)
    try await dying.announce()
    #expect(try await dying.claim().count == 3)
    fixture.clock.advance(by: 31)
    let runner = survivor.testRunner(fixture)
    var loopState = loopState
    try await runner.renew(&loopState)
    let runs = try await fixture.history(survivor)
    #expect(runs.compactMap(\.jobID).sorted() == ids)
    #expect(runs.map(\.outcome) == ["lost", "lost", "lost"])
    #expect(log.take() == [LogRecorder.Line(message: Self.withoutOrigin, job: "\(ids[1])")])
    #expect(try await fixture.count("running") == 0)
  }

  @Test func anEndWhoseErrorIsRefusedIsWrittenWithoutIt() async throws {
    let (fixture, log) = (try await Fixture(), LogRecorder())
    let system = try fixture.system([ping], logger: log.logger)
    let ids = try await fixture.queue(system).enqueueAll(ping, (1...3).map(Ping.init)).map(\.id)
    let refusal: SQL =
      fixture.tables.isServer
      ? "ALTER TABLE \(fixture.tables.runs) ADD CONSTRAINT test CHECK (error <> 'bad')"
      : """
      CREATE TRIGGER test BEFORE INSERT ON \(fixture.tables.runs) WHEN NEW.error = 'bad'
      BEGIN SELECT RAISE(ABORT, 'test'); END
      """
    try await fixture.database.execute(refusal)
    let runner = system.testRunner(fixture)
    var loopState = loopState
    end(try await runner.writeAndClaim(&loopState, .always), ["one", "bad", "three"], on: runner)
    _ = try await runner.writeAndClaim(&loopState, .always)
    let runs = try await fixture.history(system)
    #expect(runs.map(\.jobID) == ids)
    #expect(runs.map(\.error) == ["one", "its error could not be stored", "three"])
    let lines = [Self.withoutOrigin, Self.withoutError].map { LogRecorder.Line(message: $0, job: "\(ids[1])") }
    #expect(log.take() == lines)
  }

  @Test func anErrorOfTheConnectionIsNotAboutData() {
    for code in [
      .unavailable, .outcomeUnknown, .serializationFailure, .deadlock, .busy, .statementTimedOut, .closed, .full,
    ] as [DatabaseError.Code] {
      #expect(!code.isAboutData, "\(code)")
    }
    #expect(DatabaseError.Code.unstorableText.isAboutData && DatabaseError.Code.failed.isAboutData)
  }

  @Test func anAccountThatTheHistoryCannotStoreIsRefused() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([tidy])
    func message(_ account: String) async throws -> [String] {
      let started = try await #require(throws: FunctionError.self) { _ = try await system.start("tidy", by: account) }
      let job = JobCommand.Enqueue(name: "tidy", input: nil, runAt: nil, priority: nil, account: account)
      let enqueued = try await #require(throws: FunctionError.self) { _ = try await system.enqueue(job) }
      #expect(started.code == .validation && enqueued.code == .validation)
      return [started.message, enqueued.message]
    }
    let zero = "The account has the character U+0000, which no account may have"
    #expect(try await message("a\u{0}b") == [zero, zero])
    let long = "The account has 256 bytes: expected at most 255"
    #expect(try await message(String(repeating: "a", count: 256)) == [long, long])
    #expect(try await fixture.count("available") == 0)
    _ = try await system.start("tidy", by: String(repeating: "a", count: 255))
    #expect(try await fixture.count("available") == 1)
  }
}
