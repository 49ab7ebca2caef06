import ArgumentParser
import Edge
import FoundationEssentials
import Jobs

/// `jobs show`.
struct JobsShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show one job: its input, its tries, and the run that enqueued it.",
    discussion: """
      The input keeps its structure; *** stands for the values of fields whose names say that they are secret or personal \
      (token, key, password, email, phone, address, code and the like), for texts that look like tokens, for long texts, \
      and for an input that is one text. --show-input shows it as it is. A job that has ended has no input any more.

      Times are in UTC. The exit code is 1 if there is no such job.

      Examples:
        \(Program.name) jobs show 17
        \(Program.name) jobs show 17 --show-input --json
      """)

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The job's id.")
  var id: Int64

  @Flag(help: "Show the input as it is.")
  var showInput = false

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    try await options.withHostControl { control in
      let details: JobCommand.Details = try await control.call(
        "jobs_show", JobCommand.Show(id: id, isUnmasked: showInput))
      guard !json else { return try Output.json(details) }
      for line in Self.lines(details) { Output.line(line) }
    }
  }

  private static func lines(_ details: JobCommand.Details) -> [String] {
    var facts: [(String, String)] = [("Job", "\(details.id)"), ("Name", Words.line(details.name))]
    facts.append(("State", details.state?.rawValue ?? "-"))
    if let reason = details.queued?.reason { facts.append(("Reason", Words.line(reason))) }
    if let job = details.queued {
      facts.append(("Due", Words.instant(job.runAt)))
      facts.append(("Priority", "\(job.priority)"))
      facts.append(("Tries", "\(job.attempt) of \(job.maximumAttempts)"))
      if let key = job.key { facts.append(("Key", Words.line(key))) }
      facts.append(("Enqueued", Words.instant(job.enqueuedAt)))
    }
    if let trigger = details.queued?.trigger ?? details.runs.last?.trigger {
      facts.append(("By", details.origin.map(Self.words) ?? (trigger == "schedule" ? "its schedule" : "-")))
    }
    if let lost = details.lostLeases, lost > 0 { facts.append(("Hosts lost", "\(lost)")) }
    if let input = details.input {
      facts.append(("Input", Words.plain(input.text)))
    }
    let width = facts.map(\.0.count).max() ?? 0
    var lines = facts.map { name, value in
      "\(name):\(String(repeating: " ", count: width - name.count + 1))\(value)"
    }
    if !details.runs.isEmpty {
      let table = Table("TRY", "STARTED", "TOOK", "HOST", "OUTCOME", "ERROR", of: details.runs, row: Self.row)
      lines += ["", table.text]
    }
    return lines
  }

  private static func row(_ run: RunRecord) -> [String] {
    [
      run.attempt > 0 ? "\(run.attempt)" : "-", run.startedAt.map(Words.instant) ?? "-",
      run.milliseconds.map(Words.duration) ?? "-", run.host.map(Words.host) ?? "-",
      run.outcomeInWords + (run.isDead ? " (dead)" : ""), run.remarks,
    ]
  }

  /// `like (request 0198…) of user 5f0c…`.
  private static func words(_ origin: JobOrigin) -> String {
    var words = [origin.function.map(Words.line) ?? origin.trigger]
    if origin.trigger != "command" {
      let run = origin.id.map { " \(Words.line($0))" } ?? ""
      words.append(
        origin.job.map { "(job \($0), run\(run))" } ?? "(\(origin.trigger == "http" ? "request" : "run")\(run))")
    }
    if let user = origin.user { words.append("\(origin.trigger == "command" ? "by" : "of user") \(Words.line(user))") }
    return words.joined(separator: " ")
  }
}
