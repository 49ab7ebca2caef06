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

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The bundle's name.")
  var bundle: String

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    try await BundleChangeCommand(options: options, json: json).run(
      "bundles_undeploy", BundleCommand.Name(bundle: bundle), verb: "Undeployed",
      without: { try KeptDeployment($0).undeploy(bundle) })
  }
}
