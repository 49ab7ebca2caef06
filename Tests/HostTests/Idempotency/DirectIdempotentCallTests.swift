import Edge
import Foundation
import HTTPTypes
import Logging
import Testing

@testable import Host

/// Idempotent calls without a dispatcher.
@Suite(.timeLimit(.minutes(10))) struct DirectIdempotentCallTests {
  private func invocation(_ host: SharedHosts) -> Invocation {
    Invocation(
      id: InvocationID(at: host.clock.now), trigger: .http, identity: nil, deadline: .distantFuture,
      logger: Logger(label: "test"), services: host.hosts[0].services)
  }

  private func call(
    of endpoint: any Endpoint, on host: SharedHosts, key: String = "k", by caller: AnswerAllowance.Caller? = nil,
    _ run: @escaping @Sendable (CallPlace, Services) async throws -> Response
  ) throws -> IdempotentCalls.Call {
    IdempotentCalls.Call(
      id: KeyID(try IdempotencyKey(value: [UInt8](key.utf8)[...]), of: nil, function: "f"),
      payload: PayloadDigest(bytes: [1]), caller: caller, services: host.hosts[0].services,
      places: CallPlaces(endpoint) { invocation(host) }, isLong: false, run: run,
      describe: { _ in Response(status: .internalServerError) })
  }

  @Test func theTransactionCountsToTheShareOfThePlacesUser() async throws {
    try await SharedHosts.run { (host) async throws in
      let record = UserRecordingEngine.Record()
      let database = Database(UserRecordingEngine(base: host.database.engine, record: record))
      let calls = IdempotentCalls(database: database, wallClock: host.clock.wall, patience: .seconds(1))
      let function = PlacedFunction(user: "a version")
      let outcome = try await calls.answer(to: try call(of: function, on: host) { _, _ in .text("done") })
      #expect(!outcome.isReplayed)
      #expect(record.users == ["a version"])
    }
  }

  @Test func theTransactionOfAFunctionOfTheHostCountsToNoUser() async throws {
    try await SharedHosts.run { (host) async throws in
      let record = UserRecordingEngine.Record()
      let database = Database(UserRecordingEngine(base: host.database.engine, record: record))
      let calls = IdempotentCalls(database: database, wallClock: host.clock.wall, patience: .seconds(1))
      _ = try await calls.answer(to: try call(of: host.effects.record, on: host) { _, _ in .text("done") })
      #expect(record.users == [nil])
    }
  }

  @Test func theWaitForAKeyInHandElsewhereIncludesTheWaitsForPlaces() async throws {
    try await SharedHosts.run { (host) async throws in
      let (clock, runs) = (JumpingClock(), Counter())
      let calls = IdempotentCalls(
        database: host.database, wallClock: host.clock.wall, patience: .seconds(5), clock: clock)
      let busy = try call(of: host.effects.record, on: host) { _, _ in
        runs.increment()
        clock.advance(by: .seconds(3))
        throw KeyTaken(answer: nil)
      }
      let error = await #expect(throws: HostError.self) { () async throws in _ = try await calls.answer(to: busy) }
      #expect(error?.code == HostError.keyInUse.code)
      // The first one begins the wait.
      #expect(runs.value == 3)
    }
  }

  @Test func onlyAFunctionThatNeedsPlacesHasARunThatWaits() async throws {
    try await SharedHosts.run { (host) async throws in
      let made = Counter()
      for endpoint in [host.effects.record, PlacedFunction()] as [any Endpoint] {
        let places = CallPlaces(endpoint) {
          made.increment()
          return invocation(host)
        }
        #expect(places.take()?.endpoint.name == endpoint.name)
      }
      #expect(made.value == 1)
    }
  }

  @Test func aCallersAnswersHaveABoundForADay() async throws {
    try await SharedHosts.run { (host) async throws in
      let calls = IdempotentCalls(
        database: host.database, wallClock: host.clock.wall, patience: .seconds(1),
        allowance: AnswerAllowance(bytes: 2000))
      func answer(_ key: String, by caller: AnswerAllowance.Caller?) async throws -> IdempotentCalls.Outcome {
        let text = String(repeating: "a", count: 1000)
        return try await calls.answer(
          to: try call(of: host.effects.record, on: host, key: key, by: caller) { _, _ in .text(text) })
      }
      let (ann, bob) = (AnswerAllowance.Caller.user(UUID()), AnswerAllowance.Caller.user(UUID()))
      for key in ["a", "b"] { #expect(try await answer(key, by: ann).response.status == .ok) }
      let refused = await #expect(throws: HostError.self) { () async throws in _ = try await answer("c", by: ann) }
      #expect(refused?.status == .tooManyRequests)
      #expect(refused?.headers[.retryAfter] == "86400")
      #expect(try await answer("a", by: ann).isReplayed)
      #expect(try await answer("d", by: bob).response.status == .ok)
      #expect(try await answer("e", by: nil).response.status == .ok)
      host.clock.advance(by: 86_400)
      #expect(try await answer("c", by: ann).response.status == .ok)
    }
  }
}
