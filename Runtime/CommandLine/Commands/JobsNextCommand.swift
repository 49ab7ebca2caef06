import ArgumentParser
import Edge
import FoundationEssentials
import Scheduling

/// `jobs next`.
struct JobsNextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "next",
    abstract: "Show when a schedule fires.",
    discussion: """
      One line for each occurrence after an instant, with the zone's offset. No job and no database is needed.

      An expression has 5 fields (minute, hour, day of month, month, day of week), or 6 with seconds in front; or it is \
      a macro such as @daily, "@every 90s" or "30 seconds".

      With - for the expression each line of stdin is a JSON object {"expression", "tz", "from", "count", "previous"}, of \
      which only the first is needed, and is answered by a line {"next": […]} or {"error": "…"}.

      Examples:
        \(Program.name) jobs next "30 2 * * MON-FRI" --tz Europe/Berlin
        \(Program.name) jobs next "0 0 29 2 *" --from 2096-03-01T00:00:00Z --count 1
        \(Program.name) jobs next "@every 90s" --json
        echo '{"expression": "0 0 L * *", "count": 12}' | \(Program.name) jobs next -
      """)

  @Argument(help: "The expression, or - for many from stdin.")
  var expression: String

  @Option(name: .customLong("tz"), help: "The time zone, an IANA name.")
  var timeZone: String?

  @Option(help: "The instant to start from, in ISO 8601: 2026-03-29T00:00:00Z. (default: now)")
  var from: String?

  @Option(help: "How many, 1 to 10000. (default: 5)")
  var count: Int?

  @Flag(help: "The occurrences before the instant, the latest first.")
  var previous = false

  @Flag(help: "As JSON, with the schedule in words.")
  var json = false

  func validate() throws {
    guard expression != "-" || (timeZone ?? from) == nil && count == nil && !previous && !json else {
      throw ValidationError("with - each line of stdin has its own tz, from, count and previous: leave the flags out")
    }
    do {
      _ = try question.start()
      _ = try question.limit()
    } catch {
      throw ValidationError("--\(error)")
    }
  }

  func run() throws {
    guard expression != "-" else { return Self.answerLines() }
    do {
      let schedule = try question.schedule()
      let occurrences = try question.occurrences(of: schedule)
      guard !json else { return try Output.json(Answer(schedule, occurrences)) }
      if occurrences.isEmpty { Output.warning("it does not fire any more within the years 1900 to 9999") }
      for occurrence in occurrences { Output.line(occurrence) }
    } catch let error as ScheduleError {
      let hint =
        error.field == "time zone"
        ? "the names are the IANA ones, such as Europe/Berlin, America/New_York or UTC"
        : "\(Program.name) jobs next --help shows examples, such as \"30 2 * * MON-FRI\" and \"*/5 9-17 * * *\""
      throw Failure(.failed, error.description, hint: hint)
    }
  }

  private var question: Question {
    Question(expression: expression, tz: timeZone, from: from, count: count, previous: previous)
  }

  private static func answerLines() {
    while let line = readLine() {
      guard !line.allSatisfy(\.isWhitespace) else { continue }
      let bytes: [UInt8]?
      do {
        let question = try Wire.decode(Question.self, from: Array(line.utf8))
        let schedule = try question.schedule()
        let occurrences = try question.occurrences(of: schedule)
        bytes = try Wire.encode(["next": occurrences])
      } catch {
        bytes = try? Wire.encode(["error": "\(error)"])
      }
      Output.bytes((bytes ?? []) + [UInt8(ascii: "\n")])
    }
  }

  /// A question about a schedule, from the command line or from a line of stdin.
  private struct Question: Decodable {
    var expression: String
    var tz: String?
    var from: String?
    var count: Int?
    var previous: Bool?

    /// An option with a value that is out of range.
    struct Fault: Error, CustomStringConvertible {
      let description: String
    }

    func schedule() throws(ScheduleError) -> Schedule { try Schedule(expression, timeZone: tz ?? "UTC") }

    func start() throws(Fault) -> Date {
      guard let from else { return Date() }
      guard let date = WireDate.date(from: from) else {
        throw Fault(description: "from is \"\(from)\": expected an instant such as 2026-03-29T00:00:00Z")
      }
      return date
    }

    func limit() throws(Fault) -> Int {
      let count = count ?? 5
      guard (1...10_000).contains(count) else { throw Fault(description: "count is \(count): expected 1 to 10000") }
      return count
    }

    func occurrences(of schedule: Schedule) throws(Fault) -> [String] {
      var occurrences: [String] = []
      var instant = try start()
      let limit = try limit()
      while occurrences.count < limit,
        let occurrence = previous == true ? schedule.previous(before: instant) : schedule.next(after: instant)
      {
        occurrences.append(schedule.localTime(occurrence))
        instant = occurrence
      }
      return occurrences
    }
  }

  /// The output of `--json`.
  private struct Answer: Encodable {
    let expression: String
    let description: String
    let timeZone: String
    let next: [String]

    enum CodingKeys: String, CodingKey {
      case expression, description, next
      case timeZone = "time_zone"
    }

    init(_ schedule: Schedule, _ occurrences: [String]) {
      expression = schedule.expression
      description = schedule.description
      timeZone = schedule.timeZone
      next = occurrences
    }
  }
}
