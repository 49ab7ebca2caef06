import ArgumentParser
import Channel
import Edge
import Host
import Workers

/// `seed`: inserts the rows that a first call needs.
struct SeedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seed",
    abstract: "Fill the database with what a first call needs.",
    discussion: """
      Migrates first. Existing rows stay as they are, so the command can run at any time. `serve` seeds an embedded database at \
      its start, unless it has --no-seed.

      Example:
        \(Program.name) seed --database sqlite:./swiftlet.sqlite
      """)

  @OptionGroup var options: ConfigurationOptions

  func run() async throws {
    let configuration = try options.load()
    let application = Application.current
    let whole = try await KnownBundles.application(configuration, application)
    let hasBundles = whole.bundles.contains { $0.manifest.hasSeed }
    guard application.seed != nil || !application.files.isEmpty || hasBundles else {
      return Output.line("There is nothing to seed.")
    }
    try await configuration.withDatabase { database in
      _ = try await Preparation(application: whole, database: database).run()
      try await application.seed?(database, WallClock.system.today)
    }
    let bundles = hasBundles ? try await Self.seedBundles(configuration, application) : BundleCommand.Seeded()
    if configuration.host.isEmbedded { try await configuration.host.storage.add(application.files) }
    guard bundles.failed.isEmpty else {
      let failed = bundles.failed.map { name in bundles.reasons?[name].map { "\(name) (\($0))" } ?? name }
      throw Failure(
        .failed, "The seed of \(failed.joined(separator: ", ")) failed",
        hint: "the log of the host that ran it, or of this command, has the reason")
    }
    let names = bundles.seeded.isEmpty ? "" : " with the seed of \(bundles.seeded.sorted().joined(separator: ", "))"
    Output.line("Seeded \(configuration.database)\(names).")
  }

  /// Runs the seeds of the bundles: by the running host, which has loaded them, or in this process.
  private static func seedBundles(
    _ configuration: LoadedConfiguration, _ application: Application
  ) async throws -> BundleCommand.Seeded {
    if let host = try await HostControl.running(configuration) {
      return try await host.call("bundles_seed", timeout: BundleArguments.longest)
    }
    return try await configuration.withHost(of: application) { await $0.seedBundles(WallClock.system.today) }
  }
}
