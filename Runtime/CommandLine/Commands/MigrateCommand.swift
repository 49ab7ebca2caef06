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

        Examples:
          \(Program.name) migrate --dry-run
          \(Program.name) migrate --database sqlite:/var/lib/swiftlet/data.sqlite --json
        """)
  }

  @OptionGroup var options: ConfigurationOptions

  @Flag(help: "List what would be applied, and apply nothing.")
  var dryRun = false

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
        var lines: [Line] = []
        for set in sets {
          let migrations = dryRun ? try await database.pending(set) : try await database.migrate(set)
          lines += migrations.map { Line(set: set.name, $0, isApplied: !dryRun) }
        }
        return lines
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
