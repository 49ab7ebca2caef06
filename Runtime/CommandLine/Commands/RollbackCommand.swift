import ArgumentParser

/// `rollback`: serves the version of a bundle before the current one.
struct RollbackCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rollback",
    abstract: "Serve the version of a bundle before the current one.",
    discussion: """
      The old version is checked as for `deploy`. Migrations are not undone: a version that a newer, breaking migration \
      excludes is refused. `\(Program.name) bundles` lists the versions.

      Without a running host the old version's executable, manifest and names are checked, and the database is not read: \
      the next `serve` checks limits, schedules and migrations, and logs and leaves out a bundle that it refuses.

      Example:
        \(Program.name) rollback notes
      """)

  @OptionGroup var change: BundleArguments

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    try await change.run(
      "bundles_rollback", BundleCommand.Name(bundle: change.bundle), verb: "Rolled back", json: json,
      without: { try await KeptDeployment($0).rollBack(change.bundle) })
  }
}
