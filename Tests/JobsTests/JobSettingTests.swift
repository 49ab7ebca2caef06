import Edge
import Jobs
import Testing

/// Settings of jobs, and of functions in the queue, that are out of their ranges.
@Suite struct JobSettingTests {
  private static func job(
    jitter: Duration = .zero, backOff: BackOff = BackOff(), timeout: Duration = .seconds(1),
    catchUp: Job.CatchUp = .latest
  ) -> Job {
    Job("tidy", every: "@daily", catchUp: catchUp, jitter: jitter, backOff: backOff, timeout: timeout) { _ in }
  }

  private static func old(_ age: Duration) -> Job { Job("tidy", every: "@daily", olderThan: age) { _, _ in } }

  private static func history(_ days: Int) -> Job {
    Job.pruneHistory(kinds: [Retention("visits", days: days) { _, _ in 0 }])
  }

  @Test(arguments: [
    (job(timeout: .zero), "its timeout is 0.0 seconds, and has to be more than zero and at most 100 years"),
    (job(timeout: .seconds(-5)), "its timeout is -5.0 seconds"),
    (job(timeout: .century + .seconds(1)), "its timeout is"),
    (
      job(backOff: BackOff(base: .seconds(-1))),
      "its backOff.base is -1.0 seconds, and has to be from zero to 100 years"
    ),
    (job(backOff: BackOff(cap: .seconds(-1))), "its backOff.cap is"),
    (job(jitter: .seconds(-1)), "its jitter is"),
    (job(catchUp: .all(limit: 0)), "the limit of its catchUp is 0, and has to be from 1 to 10000"),
    (job(catchUp: .all(limit: 10_001)), "the limit of its catchUp is 10001, and has to be from 1 to 10000"),
    (old(.zero), "its olderThan is"),
    (history(0), "its days of visits are 0, and have to be from 1 to 36500"),
    (history(36_501), "its days of visits are 36501"),
  ])
  func aSettingOutOfItsRangeIsRefused(job: Job, reason: String) throws {
    let error = try #require(throws: JobRegistryError.self) { _ = try JobRegistry(functions: [], jobs: [job]) }
    #expect(error.description.hasPrefix("The job \(job.name) cannot run: \(reason)"), "\(error.description)")
  }

  @Test func theEndsOfTheRangesAreAccepted() throws {
    let jobs = [
      Self.job(
        jitter: .century, backOff: BackOff(base: .zero, cap: .century), timeout: .century,
        catchUp: .all(limit: 1)),
      Job("catch_up", every: "@daily", catchUp: .all(limit: 10_000)) { _ in },
      Self.history(36_500),
    ]
    #expect(try JobRegistry(functions: [], jobs: jobs).scheduled.count == 3)
  }

  @Test(arguments: [(-1, 1), (0, 1), (1_000_000, 1_000_001), (1_000_001, 1_000_001), (.max, 1_000_001)])
  func retriesAreClamped(retries: Int, attempts: Int) throws {
    let job = Job("tidy", every: "@daily", retries: retries) { _ in }
    #expect(job.queue.attempts == attempts)
    #expect(try JobRegistry(functions: [], jobs: [job]).scheduled.count == 1)
  }

  @Test func attemptsAreClamped() {
    let send = Function("send", access: .serviceRole) { _ in NoContent() }
    #expect(send.queued(attempts: 0).traits.queue.attempts == 1)
    #expect(send.queued(attempts: .max).traits.queue.attempts == 1_000_001)
  }

  @Test func aPolicyThatIsChangedLaterIsCheckedToo() throws {
    for (change, reason) in [
      ({ $0.attempts = 0 }, "its attempts are 0, and have to be from 1 to 1000001"),
      ({ $0.attempts = 1_000_002 }, "its attempts are 1000002, and have to be from 1 to 1000001"),
      ({ $0.concurrency = -1 }, "its concurrency is -1, and has to be at least 1"),
    ] as [((inout QueuePolicy) -> Void, String)] {
      var job = Self.job()
      change(&job.queue)
      let error = try #require(throws: JobRegistryError.self) { _ = try JobRegistry(functions: [], jobs: [job]) }
      #expect(error.description == "The job tidy cannot run: \(reason)")
    }
  }

  @Test func aFunctionThatCannotBeEnqueuedIsNamed() throws {
    let send = Function("send", access: .serviceRole) { _ in NoContent() }.queued(timeout: .seconds(-1))
    let error = try #require(throws: JobRegistryError.self) { _ = try JobRegistry(functions: [send], jobs: []) }
    #expect(error.description.hasPrefix("The function send cannot be enqueued: its timeout is -1.0 seconds"))
  }
}
