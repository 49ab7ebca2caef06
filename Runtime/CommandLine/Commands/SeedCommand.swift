import ArgumentParser
import Edge

/// `seed`: fills in what a first call needs.
struct SeedCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "seed",
      abstract: "Fill the database with what a first call needs.",
      discussion: """
        Migrates first. What is there already stays as it is, so this can run at any time. `serve` does it by itself for an \
        embedded database when it starts, unless it is told --no-seed.

        Example:
          \(Program.name) seed --database sqlite:./swiftlet.sqlite
        """)
  }

  @OptionGroup var options: ConfigurationOptions

  func run() async throws {
    let location = try options.load().database
    let application = Application.current
    guard let seed = application.seed else { return Output.line("There is nothing to seed.") }
    try await location.withDatabase { database in
      _ = try await Preparation(application: application, database: database).run()
      try await seed(database, WallClock.system.today)
    }
    Output.line("Seeded \(location).")
  }
}
