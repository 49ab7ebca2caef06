import ArgumentParser
import Edge
import FoundationEssentials
import Jobs

/// `jobs enqueue`.
struct JobsEnqueueCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enqueue",
    abstract: "Put a job into the queue.",
    discussion: """
      The function is one for the service role, or a job. Its input is checked as the function would read it, and its key \
      counts as for a job that a function enqueues: if another job has it, that job is shown.

      Examples:
        \(Program.name) jobs enqueue send_receipt --input '{"order_id": 17}'
        \(Program.name) jobs enqueue send_receipt --input @receipt.json \\
          --at 2026-12-01T09:00:00Z --json
        \(Program.name) jobs enqueue tidy_up --priority 0
      """)

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The function's or the job's name.")
  var name: String

  @Option(help: "The input as JSON: text, @<file>, or - for stdin.")
  var input: String?

  @Option(help: "When it is due: an instant (ISO 8601), or so long from now: 30m, 2h, 7d. (default: now)")
  var at: DueTime?

  @Option(help: "0 to 9: of what is due, lower ones run first.")
  var priority = 5

  @Flag(help: "As JSON.")
  var json = false

  func validate() throws {
    guard (0...9).contains(priority) else { throw ValidationError("--priority is \(priority): expected 0 to 9") }
  }

  func run() async throws {
    let job = JobCommand.Enqueue(
      name: name, input: try OptionContent.bytes(input, "The input").map(Self.value), runAt: at?.date,
      priority: priority, account: Program.account)
    try await options.withHostControl { control in
      let enqueued: JobCommand.Enqueued = try await control.call("jobs_enqueue", job)
      if control.assembly != nil { Output.warning("no host is running: the job waits for one") }
      guard !json else { return try Output.json(enqueued) }
      Output.line(
        enqueued.isNew
          ? "Job \(enqueued.id): \(name)" : "Not enqueued: job \(enqueued.id) of \(name) already has this unique key.")
    }
  }

  private static func value(_ bytes: [UInt8]) throws -> JSONValue {
    do {
      return try Wire.decode(JSONValue.self, from: bytes)
    } catch {
      throw Failure(.failed, "--input is not valid JSON: \(error)")
    }
  }
}
