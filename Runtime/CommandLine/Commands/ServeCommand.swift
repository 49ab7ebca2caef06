import ArgumentParser
import Host
import Logging

/// `serve`: runs the host.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the functions over HTTP.",
    discussion: """
      Migrates the database, seeds an embedded one, listens, and prints a command to paste. SIGTERM and Ctrl-C stop it: \
      requests in hand are finished within the grace period.

      Examples:
        \(Program.name) serve
        \(Program.name) serve --port 8080 --database sqlite:/var/lib/swiftlet/data.sqlite
        \(Program.name) serve --database postgres://me@localhost/project
        \(Program.name) serve --bundle .build/debug/notes --watch
        \(Program.name) serve --print-config --json
      """)

  @OptionGroup var options: ConfigurationOptions

  @Option(help: "The address to listen on. (default: 127.0.0.1)")
  var host: String?

  @Option(help: "The port to listen on; 0 takes a free one. (default: 54321)")
  var port: Int?

  @Option(
    help: "The least level that is logged: trace, debug, info, notice, warning, error, critical. (default: info)",
    completion: Word.completion(of: Logger.Level.self))
  var logLevel: String?

  @Flag(help: "With --bundle: reload an executable when its file has changed and is completely written.")
  var watch = false

  @Flag(help: "Do not seed an embedded database.")
  var noSeed = false

  @Flag(help: "Show each setting and where it came from, secrets masked, and end.")
  var printConfig = false

  @Flag(help: "With --print-config: as JSON.")
  var json = false

  func validate() throws {
    if watch, options.bundles.isEmpty { throw ValidationError("--watch goes with --bundle") }
    if json, !printConfig { throw ValidationError("--json goes with --print-config") }
  }

  func run() async throws {
    let configuration = try options.load(
      flags: ["host": host, "port": port.map { "\($0)" }, "log-level": logLevel])
    if printConfig {
      try configuration.print(asJSON: json)
    } else {
      try configuration.check(with: .current)
      try await Server(configuration, .current, isWatching: watch).run(seeding: !noSeed)
    }
  }
}
