import ArgumentParser
import Edge
import FoundationEssentials
import Host
import Logging
import NIOCore

/// `logs`.
struct LogsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logs",
    abstract: "Show the newest calls, log lines and deaths of workers of the running host, and follow them.",
    discussion: """
      The host keeps the newest ones in memory, up to 64 MiB; what is older is in the log that it writes to stderr. Control \
      characters in texts from outside are escaped. With --status only calls and runs of jobs are shown. A reader that is \
      too slow misses events, and is told how many.

      Examples:
        \(Program.name) logs --follow
        \(Program.name) logs --function greet --status 5xx --since 10m
        \(Program.name) logs --id 0198c7d2
        \(Program.name) logs --follow --json \\
          | jq 'select(.kind == "invocation" and .duration_ms > 200)'
      """)

  @OptionGroup var options: ConfigurationOptions

  @Flag(name: .shortAndLong, help: "Keep printing new events until Ctrl-C.")
  var follow = false

  @Option(help: "Only of this function.")
  var function: String?

  @Option(
    help: "Only from this level on: trace, debug, info, notice, warning, error or critical.",
    completion: Word.completion(of: Logger.Level.self))
  var level: String?

  @Option(help: "Only calls with this status: 404, 5xx, or several with commas.")
  var status: String?

  @Option(help: "Only the request or run with this id, or with an id that begins with it.")
  var id: String?

  @Option(help: "Only since this instant, or this long ago: 10m, 2h.")
  var since: Moment?

  @Option(help: "Only what contains this text, in any case of its letters.")
  var grep: String?

  @Option(help: "The most past events. (default: 100; with --follow 10)")
  var limit: Int?

  @Flag(help: "As lines of JSON.")
  var json = false

  func validate() throws {
    if let limit, !(0...10_000).contains(limit) {
      throw ValidationError("--limit is \(limit): expected 0 to 10000")
    }
  }

  private var query: LogQuery {
    var query = LogQuery()
    query.function = function
    query.level = level
    query.status = status
    query.id = id
    query.since = since?.date
    query.grep = grep
    query.limit = limit ?? (follow ? 10 : 100)
    query.follow = follow
    query.text = !json
    return query
  }

  func run() async throws {
    let host = try await HostControl.needed(options.load())
    var isAtLineStart = true
    try await host.stream("logs", query) { piece in
      // The host sends an empty line as a sign of life while there is nothing to log. It is not printed.
      let bytes = [UInt8](buffer: piece)
      let text = isAtLineStart ? bytes.drop { $0 == UInt8(ascii: "\n") } : bytes[...]
      guard !text.isEmpty else {
        Output.lookForReader()
        return !Output.readerHasGone
      }
      isAtLineStart = text.last == UInt8(ascii: "\n")
      Output.bytes(Array(text))
      try Output.check()
      return !Output.readerHasGone
    }
    if follow, !Output.readerHasGone { Output.error("The host has stopped") }
  }
}
