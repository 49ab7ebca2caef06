/// A job of a task that prefers a loop, with the runner that it goes through.
struct LoopJob {
  let job: UnownedJob
  /// Nil for a task that prefers the loop itself.
  let runner: (any LoopJobRunner)?

  func run(on executor: UnownedTaskExecutor) {
    if let runner { runner.run(job) } else { unsafe job.runSynchronously(on: executor) }
  }
}
