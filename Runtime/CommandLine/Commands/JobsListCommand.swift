import ArgumentParser
import Console
import Jobs

/// `jobs list`.
struct JobsListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the jobs: when they run, and how the last run went.",
    discussion: """
      STATE is on, paused (by `jobs pause`) or off (by enabled = false in config.toml), and says what runs at this \
      moment. NEXT RUN is on the clock of the job's zone, LAST in UTC. HOST is the host of the last run.

      Examples:
        \(Program.name) jobs list
        \(Program.name) jobs list --json
      """)

  @OptionGroup var options: ConfigurationOptions

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    try await options.withHostControl { control in
      let jobs: [JobStatus] = try await control.call("jobs_list")
      guard !json else { return try Output.json(jobs) }
      let table = Table("NAME", "SCHEDULE", "ZONE", "NEXT RUN", "LAST", "HOST", "STATE", of: jobs) { job in
        [
          job.name, job.words, job.timeZone, job.nextRun ?? "-", job.last.map(Self.words) ?? "-",
          job.last?.host.map(Words.host) ?? "-", job.state,
        ]
      }
      Output.line(table.text)
    }
  }

  private static func words(_ run: RunRecord) -> String {
    "\(run.outcomeInWords) \(Words.instant(run.finishedAt ?? run.scheduledAt))"
  }
}

extension JobStatus {
  fileprivate var state: String {
    let schedule = !isEnabled ? "off" : isPaused ? "paused" : "on"
    return switch running {
    case 0: schedule
    case 1: "\(schedule), running"
    default: "\(schedule), \(running) running"
    }
  }
}
