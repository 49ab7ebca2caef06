import Edge
import Foundation
import Testing

@testable import Jobs

private struct Ping: Codable, Sendable { let number: Int }
private let slow = Function("slow", access: .serviceRole) { (_: Ping, _) in NoContent() }.queued(rate: .perSecond(20))
private let free = Function("free", access: .serviceRole) { (_: Ping, _) in NoContent() }

@Suite(.ownDatabases, .timeLimit(.minutes(10))) struct RateTests {
  @Test func twoHostsShareOneRateAndOtherFunctionsHaveNone() async throws {
    let fixture = try await Fixture()
    let hosts = [try fixture.system([slow, free]), try fixture.system([slow, free])]
    let queue = fixture.queue(hosts[0])
    try await queue.enqueueAll(slow, (1...100).map(Ping.init))
    try await queue.enqueueAll(free, (1...10).map(Ping.init))
    var started: [String] = []
    for turn in 0..<100 {
      let jobs = try await hosts[turn % 2].claim()
      started += jobs.map(\.name)
      for job in jobs { try await hosts[turn % 2].end(job) }
      fixture.clock.advance(by: 0.01)
    }
    #expect(started.count { $0 == "free" } == 10)
    #expect((20...22).contains(started.count { $0 == "slow" }), "in one second")
  }

  @Test func aClaimReturnsTheNextStart() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([slow])
    try await fixture.queue(system).enqueueAll(slow, (1...5).map(Ping.init))
    let first = try await system.claim(beside: JobsInHand())
    #expect(first.jobs.count == 2, "a tenth of the count at once")
    let next = try #require(first.nextStart)
    #expect(abs(next.timeIntervalSince(fixture.clock.now) - 0.05) < 0.001)
    #expect(try await system.claim(beside: JobsInHand()).jobs.isEmpty)
    fixture.clock.advance(by: 0.051)
    #expect(try await system.claim(beside: JobsInHand()).jobs.count == 1)
  }

  /// The runner wakes when the next job may start. A poll would come after an hour.
  @Test func theRunnerStartsJobsAtTheirRate() async throws {
    let fixture = try await Fixture()
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let quick = Function("quick", access: .serviceRole) { (_: Ping, _) in
      begin.yield()
      return NoContent()
    }
    .queued(rate: .perSecond(100))
    var options = JobOptions.withoutHurry
    (options.pollInterval, options.lease) = (.seconds(3600), .seconds(3 * 3600))
    let system = try fixture.system([quick], options: options)
    try await fixture.queue(system).enqueueAll(quick, (1...15).map(Ping.init))
    let runner = system.testRunner(fixture)
    let running = Task { try await runner.run() }
    defer { running.cancel() }
    var begins = begun.makeAsyncIterator()
    for _ in 0..<10 { await begins.next() }
    #expect(try await fixture.count("available") == 5, "ten at once")
    for left in (0..<5).reversed() {
      fixture.clock.advance(by: 0.011)
      await begins.next()
      #expect(try await fixture.count("available") == left, "a hundredth of a second for each of the rest")
    }
    running.cancel()
    try await running.value
  }
}
