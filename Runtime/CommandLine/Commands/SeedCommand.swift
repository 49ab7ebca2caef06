import ArgumentParser
import Channel
import Edge
import Host
import Workers

/// `seed`: inserts the rows that a first call needs.
struct SeedCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "seed",
      abstract: "Fill the database with what a first call needs.",
      discussion: """
        Migrates first. Existing rows stay as they are, so the command can run at any time. `serve` seeds an embedded database at \
        its start, unless it has --no-seed.

        Example:
          \(Program.name) seed --database sqlite:./swiftlet.sqlite
        """)
  }

  @OptionGroup var options: ConfigurationOptions

  func run() async throws {
    let configuration = try options.load()
    let location = configuration.database
    let application = Application.current
    let whole = try await KnownBundles.application(configuration, application)
    let hasBundles = whole.bundles.contains { $0.manifest.hasSeed }
    guard application.seed != nil || !application.files.isEmpty || hasBundles else {
      return Output.line("There is nothing to seed.")
    }
    try await location.withDatabase { database in
      _ = try await Preparation(application: whole, database: database).run()
      try await application.seed?(database, WallClock.system.today)
    }
    if hasBundles {
      try await configuration.withHost(of: application) { await $0.seedBundles(WallClock.system.today) }
    }
    if configuration.host.isEmbedded { try await configuration.host.storage.add(application.files) }
    Output.line("Seeded \(location).")
  }
}
