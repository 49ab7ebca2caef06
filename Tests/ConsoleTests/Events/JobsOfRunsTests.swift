import Foundation
import Jobs
import Synchronization
import Testing

@testable import Console

@Suite struct JobsOfRunsTests {
  private final class Moments: Sendable {
    let now = Mutex(ContinuousClock.now)
  }

  @Test func theQueueIsAskedOnceInTwoSecondsForEachRun() async {
    let (controls, moments) = (EventControls(jobs: ["completed"]), Moments())
    let jobs = JobsOfRuns(controls) { moments.now.withLock(\.self) }
    let (first, second) = (UUID(), UUID())
    for _ in 0..<2 { _ = await jobs.jobs(of: first) }
    #expect(controls.called.count == 1)
    _ = await jobs.jobs(of: second)
    #expect(controls.called.count == 2)
    moments.now.withLock { $0 += .seconds(2) }
    _ = await jobs.jobs(of: first)
    #expect(controls.called.count == 3)
  }

  @Test func onlyTheNewestAnswersAreKept() async {
    let controls = EventControls()
    let moment = ContinuousClock.now
    let jobs = JobsOfRuns(controls) { moment }
    let first = UUID()
    for id in [first] + (0..<64).map({ _ in UUID() }) + [first] { _ = await jobs.jobs(of: id) }
    #expect(controls.called.count == 66)
  }
}
