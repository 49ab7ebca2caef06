import ArgumentParser
import Edge
import Foundation

/// `migrate`: brings the database's tables up to date.
struct MigrateCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "migrate",
      abstract: "Apply the migrations that the database lacks.",
      discussion: """
        `serve` does this by itself when it starts. A migration that was edited after it was applied is refused.

        On a Postgres database that has tables of its own, the host's tables are made in the schema swiftlet, and the \
        project's are only checked for the columns that the functions use. --apps makes the functions' tables there too.

        Examples:
          \(Program.name) migrate --dry-run
          \(Program.name) migrate --apps --database postgres://me@localhost/project
          \(Program.name) migrate --database sqlite:/var/lib/swiftlet/data.sqlite --json
        """)
  }

  @OptionGroup var options: ConfigurationOptions

  @Flag(help: "List what would be applied, and apply nothing.")
  var dryRun = false

  @Flag(help: "Make the functions' tables also on a Postgres database that has tables of its own.")
  var apps = false

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    let location = try options.load().database
    let sets = Application.current.allMigrations
    let lines: [Line]
    if dryRun, !location.isThere {
      // Opening would create the file.
      lines = sets.flatMap { set in set.migrations.map { Line(set: set.name, $0, isApplied: false) } }
    } else {
      lines = try await location.withDatabase { database in
        let preparation = Preparation(application: Application.current, database: database, isAsked: apps)
        let steps = dryRun ? try await preparation.pending() : try await preparation.run()
        return steps.flatMap { step in
          step.migrations.map { Line(set: step.set.name, $0, isApplied: !dryRun) }
        }
      }
    }
    try show(lines)
  }

  private func show(_ lines: [Line]) throws {
    guard !json else { return try Output.json(lines) }
    guard !lines.isEmpty else { return Output.line("Nothing to apply: the database is up to date.") }
    var table = Table("SET", "VERSION", "NAME", "STATE")
    table.rows = lines.map { [$0.set, "\($0.version)", $0.name, $0.state] }
    Output.line(table.text)
  }

  private struct Line: Encodable, Sendable {
    let set: String
    let version: Int
    let name: String
    let state: String

    init(set: String, _ migration: Migration, isApplied: Bool) {
      self.set = set
      version = migration.version
      name = migration.name
      state = isApplied ? "applied" : "pending"
    }
  }
}
