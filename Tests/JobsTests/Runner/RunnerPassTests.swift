import Edge
import Foundation
import Testing

@testable import Jobs

private struct Ping: Codable, Sendable { let number: Int }

/// Single passes of the runner's loop, without the loop.
@Suite(.ownDatabases) struct RunnerPassTests {
  private var loopState: JobRunner.LoopState {
    JobRunner.LoopState(TakeOverPermit(lease: .seconds(30), isShared: false))
  }

  @Test func aPassThatFindsNoJobForgetsTheNextStart() async throws {
    let fixture = try await Fixture()
    let slow = Function("slow", access: .serviceRole) { (_: Ping, _) in NoContent() }.queued(rate: .perSecond(20))
    let system = try fixture.system([slow])
    try await fixture.queue(system).enqueueAll(slow, (1...5).map(Ping.init))
    let runner = system.testRunner(fixture)
    var loopState = loopState
    let claimed = try await runner.writeAndClaim(&loopState, .always)
    #expect(claimed.count == 2, "a tenth of the count at once")
    #expect(loopState.nextStart != nil)
    // The jobs that wait are removed. A time in the past would make the loop poll without a pause.
    try await fixture.database.execute("DELETE FROM \(fixture.tables.jobs) WHERE state = 'available'")
    fixture.clock.advance(by: 1)
    let none = try await runner.writeAndClaim(&loopState, .ifDue)
    #expect(none.isEmpty)
    #expect(loopState.nextStart == nil)
  }
}
