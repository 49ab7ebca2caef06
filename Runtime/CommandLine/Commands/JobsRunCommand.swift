import ArgumentParser
import FoundationEssentials
import Jobs

/// `jobs run`.
struct JobsRunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a job now.",
    discussion: """
      Also a job that is paused or off, and a service_role function that needs no input. The running host runs it, \
      or this process if no host is running. The history shows the run as manual.

      The exit code is 0 if it completed, and 1 if not. A run that failed is tried again, as often as the job's rules \
      say; this command shows the first try.

      Examples:
        \(Program.name) jobs run tidy_up
        \(Program.name) jobs run tidy_up --detach
      """)

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The job's name.")
  var name: String

  @Flag(help: "Do not wait for its end: put it into the queue, and show its id.")
  var detach = false

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    try await options.withHostControl { control in
      let started: JobCommand.Started = try await control.call(
        "jobs_run", JobCommand.Start(name: name, account: Program.account))
      guard !detach else {
        if control.assembly != nil { Output.warning("no host is running: the job waits for one") }
        return json ? try Output.json(started) : Output.line("Job \(started.id): \(name)")
      }
      let run = try await firstTry(of: started.id, control)
      if json { try Output.json(run) } else { Output.line(run.summary(isHosted: control.assembly == nil)) }
      guard run.outcome == RunOutcome.completed.rawValue else { throw ExitCode(Failure.Code.failed.rawValue) }
    }
  }

  /// Waits until the first try has ended; without a running host, runs it in this process.
  private func firstTry(of id: Int64, _ control: HostControl) async throws -> RunRecord {
    try await withThrowingTaskGroup(of: RunRecord?.self) { tasks in
      if let runner = control.assembly?.runner(only: id) {
        tasks.addTask {
          try await runner.run()
          return nil
        }
      }
      // In parallel with the runner, since a host that has just started may claim the job first.
      tasks.addTask { try await Self.ended(id, control) }
      defer { tasks.cancelAll() }
      while let result = try await tasks.next() {
        if let run = result { return run }
      }
      throw CancellationError()
    }
  }

  private static func ended(_ id: Int64, _ control: HostControl) async throws -> RunRecord {
    var pause = Duration.milliseconds(10)
    while true {
      let standing: JobCommand.Standing = try await control.call("jobs_standing", JobCommand.ID(id: id))
      if let run = standing.runs.last(where: { $0.finishedAt != nil }) { return run }
      guard standing.state != nil else { throw Failure(.failed, "The history of job \(id) is gone") }
      try await Task.sleep(for: pause)
      pause = min(pause * 2, .seconds(1))
    }
  }
}
