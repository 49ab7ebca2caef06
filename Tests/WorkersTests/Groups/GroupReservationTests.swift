import Channel
import Edge
import SwiftletTesting
import Testing
import Worker

@testable import Workers

/// Calls whose places are taken before they run.
@Suite(.timeLimit(.minutes(10))) struct GroupReservationTests {
  private static let bundle = Worker.Bundle(
    "test", functions: [Function.raw("greet", access: .anyone) { _, _ in .text("hello") }])

  private func place(_ greetings: LoneGroup) async throws -> CallReservation {
    try await greetings.group.reservePlace(.function("greet"), named: "greet", greetings.invocation())
  }

  @Test func aPlaceIsUsedOnce() async throws {
    let greetings = try await LoneGroup(InProcessLauncher(Self.bundle))
    let place = try await place(greetings)
    let response = try await greetings.group.run(place, Request(), greetings.invocation()).response
    #expect(response.status == .ok)
    await #expect(throws: PlaceLost.self) {
      _ = try await greetings.group.run(place, Request(), greetings.invocation())
    }
    await greetings.stop()
  }

  @Test func aPlaceHasTheUserOfItsCallsStatements() async throws {
    let greetings = try await LoneGroup(InProcessLauncher(Self.bundle))
    let place = try await place(greetings)
    let invocation = greetings.invocation()
    _ = try await greetings.group.run(place, Request(), invocation)
    #expect(invocation.workerRun?.version == place.user)
    await greetings.stop()
  }

  @Test func aPlaceIsTakenWithoutAWaitFromAReadyWorkerOnly() async throws {
    let greetings = try await LoneGroup(InProcessLauncher(Self.bundle))
    let early = greetings.group.takePlace(.function("greet"), named: "greet", greetings.invocation())
    #expect(early.map(\.holder.id) == nil)
    #expect(greetings.group.summaries.isEmpty)
    let first = try await place(greetings)
    let second = try #require(
      greetings.group.takePlace(.function("greet"), named: "greet", greetings.invocation()))
    #expect(first.holder.id != second.holder.id)
    let held = greetings.group.read { $0.rules.running }
    #expect(held == 2)
    for place in [first, second] { greetings.group.giveUp(place) }
    let (running, served, calls) = greetings.group.read {
      ($0.rules.running, $0.rules.workers.map(\.served), $0.calls.count)
    }
    #expect(running == 0)
    #expect(served == [0])
    #expect(calls == 0)
    await greetings.stop()
  }

  @Test func aPlaceIsLostWithItsWorker() async throws {
    let greetings = try await LoneGroup(InProcessLauncher(Self.bundle))
    let place = try await place(greetings)
    let worker = try #require(greetings.group.summaries.first).worker
    #expect(greetings.group.end(WorkerID(number: worker), atOnce: true))
    await greetings.endOfWorkers()
    await #expect(throws: PlaceLost.self) {
      _ = try await greetings.group.run(place, Request(), greetings.invocation())
    }
    let (running, waiting, calls) = greetings.group.read { ($0.rules.running, $0.rules.waiting, $0.calls.count) }
    #expect(running == 0)
    #expect(waiting == 0)
    #expect(calls == 0)
    await greetings.stop()
  }

  @Test func aCallThatItsWorkerHasNotBegunIsNotMoved() async throws {
    let (bound, isBound) = AsyncStream<DyingHandle>.makeStream()
    let launcher = DyingLauncher(Self.bundle) { isBound.yield($0) }
    let greetings = try await LoneGroup(launcher)
    let place = try await place(greetings)
    let run = Task { try await greetings.group.run(place, Request(), greetings.invocation()) }
    for await worker in bound {
      launcher.closeFirst()
      worker.die()
      break
    }
    await #expect(throws: PlaceLost.self) { _ = try await run.value }
    let (running, waiting, calls) = greetings.group.read { ($0.rules.running, $0.rules.waiting, $0.calls.count) }
    #expect(running == 0)
    #expect(waiting == 0)
    #expect(calls == 0)
    await greetings.stop()
  }
}
