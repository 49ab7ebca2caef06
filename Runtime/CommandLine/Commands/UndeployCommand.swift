import ArgumentParser

/// `undeploy`: serves a bundle no more.
struct UndeployCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undeploy",
    abstract: "Stop serving a bundle, and remove its versions.",
    discussion: """
      Its tables stay. Calls in hand are finished; jobs that wait keep waiting until a bundle has their function again.

      Example:
        \(Program.name) undeploy notes
      """)

  @OptionGroup var change: BundleArguments

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    try await change.run(
      "bundles_undeploy", BundleCommand.Name(bundle: change.bundle), verb: "Undeployed", json: json,
      without: { try KeptDeployment($0).undeploy(change.bundle) })
  }
}
