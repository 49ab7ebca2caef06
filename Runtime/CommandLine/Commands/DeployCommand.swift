import ArgumentParser

/// `deploy`: serves a new version of a bundle.
struct DeployCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deploy",
    abstract: "Serve a new version of a bundle.",
    discussion: """
      The host copies the executable, starts one worker of it and checks its manifest: protocol, names, groups, routes, \
      limits, schedules and migrations. Then it applies new migrations and serves the new version from the next request \
      on; the old one finishes what it has. If anything is wrong, the old version stays, and the message says what; \
      migrations that were applied by then stay too.

      Without a running host the executable is kept once its manifest and its names are checked, and the database is not \
      read: the next `serve` checks limits, schedules and migrations, and logs and leaves out a bundle that it refuses.

      Examples:
        \(Program.name) deploy notes .build/release/notes
        \(Program.name) deploy notes .build/release/notes --json
      """)

  @OptionGroup var change: BundleArguments

  @Argument(help: "The path of its executable.", completion: .file())
  var executable: String

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    let deploy = BundleCommand.Deploy(bundle: change.bundle, executable: Paths.absolute(executable))
    try await change.run(
      "bundles_deploy", deploy, verb: "Deployed", json: json,
      without: { try await KeptDeployment($0).deploy(deploy) })
  }
}
