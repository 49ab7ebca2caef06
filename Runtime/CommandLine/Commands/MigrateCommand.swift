import ArgumentParser
import Console
import Edge
import FoundationEssentials

/// `migrate`: applies the migrations that the database lacks.
struct MigrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Apply the migrations that the database lacks.",
    discussion: """
      `serve` does this by itself when it starts. A migration that was edited after it was applied is refused.

      Hosts that share a database are upgraded in this order:
        1. `migrate --dry-run` of the new program lists what is pending, and what
           of that is breaking: an older program cannot work with it.
        2. Nothing is breaking: replace the hosts one after another. The first
           new one migrates. The old ones stay ready, and may start again.
        3. Something is breaking: stop the old hosts first. Once it is applied
           they are not ready, and do not start.
      To go back, start the old program again: it warns of newer migrations, and \
      refuses breaking ones.

      On a Postgres database that has tables of its own, the host's tables are made in the schema swiftlet, and the \
      project's are only checked for the columns that the functions use. --apps makes the functions' tables there too.

      Examples:
        \(Program.name) migrate --dry-run
        \(Program.name) migrate --apps --database postgres://me@localhost/project
        \(Program.name) migrate --database sqlite:/var/lib/swiftlet/data.sqlite --json
      """)

  @OptionGroup var options: ConfigurationOptions

  @Flag(help: "List what would be applied, and apply nothing.")
  var dryRun = false

  @Flag(help: "Make the functions' tables also on a Postgres database that has tables of its own.")
  var apps = false

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    let configuration = try options.load()
    let application = try await KnownBundles.application(configuration, .current)
    let sets = application.allMigrations
    let lines: [MigrationLine]
    if dryRun, !configuration.database.isThere {
      // Opening would create the file.
      lines = sets.flatMap { set in set.migrations.map { MigrationLine($0, of: set, state: .pending) } }
    } else {
      lines = try await configuration.withDatabase { database in
        let preparation = Preparation(application: application, database: database, isAsked: apps)
        let steps = dryRun ? try await preparation.pending() : try await preparation.run()
        return steps.flatMap { step in
          step.migrations.map { MigrationLine($0, of: step.set, state: dryRun ? .pending : .applied) }
            + step.newer.map { MigrationLine($0, of: step.set) }
        }
      }
    }
    try show(lines)
  }

  private func show(_ lines: [MigrationLine]) throws {
    guard !json else { return try Output.json(lines) }
    if lines.allSatisfy({ $0.state == .newer }) { Output.line("Nothing to apply: the database is up to date.") }
    guard !lines.isEmpty else { return }
    let table = Table("SET", "VERSION", "NAME", "STATE", of: lines) { line in
      [line.set, "\(line.version)", line.name, line.state.rawValue + (line.breaking ? ", breaking" : "")]
    }
    Output.line(table.text)
  }
}
