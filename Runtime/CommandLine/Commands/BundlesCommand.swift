import ArgumentParser
import Workers

/// `bundles`: lists the bundles and their versions.
struct BundlesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundles",
    abstract: "List the bundles and their versions.",
    discussion: """
      STATE is serving for the version that takes the calls, broken for one that should and cannot (the reason stands \
      below the table), and kept for the others. `rollback` takes the version before the current one; `deploy` brings \
      any other back. Without a running host STATE is current for the version that the next `serve` loads. FROM says \
      what names the executable.

      Examples:
        \(Program.name) bundles
        \(Program.name) bundles --json \\
          | jq -r '.[] | select(.state == "serving") | .digest'
      """)

  @OptionGroup var options: ConfigurationOptions

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    let configuration = try options.load()
    let bundles: [BundleStanding]
    if let host = try await HostControl.running(configuration) {
      bundles = try await host.call("bundles")
    } else {
      bundles = try KeptDeployment(configuration).standings()
    }
    guard !json else { return try Output.json(bundles) }
    guard !bundles.isEmpty else {
      return Output.line("No bundle is deployed. Deploy one with `\(Program.name) deploy <bundle> <executable>`.")
    }
    let table = Table(
      "BUNDLE", "VERSION", "STATE", "FUNCTIONS", "ROUTES", "JOBS", "FROM", "DEPLOYED", of: bundles
    ) { bundle in
      [
        bundle.bundle, BundleVersion.short(bundle.digest), bundle.state.rawValue, Self.number(bundle.functions),
        Self.number(bundle.routes), Self.number(bundle.jobs), bundle.origin,
        bundle.deployedAt.map(Words.instant) ?? "-",
      ]
    }
    Output.line(table.text)
    for bundle in bundles {
      if let problem = bundle.problem { Output.warning("\(bundle.bundle): \(problem)") }
    }
  }

  private static func number(_ number: Int?) -> String { number.map { "\($0)" } ?? "-" }
}
