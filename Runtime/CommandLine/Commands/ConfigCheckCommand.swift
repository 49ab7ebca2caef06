import ArgumentParser

/// `config check`.
struct ConfigCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check config.toml, .env and the environment, and list every problem with its place.",
    discussion: """
      A running host is not asked or changed. It takes a checked file with SIGHUP. The exit code is 0 without a problem, \
      and else 78, as that of `serve` with a wrong configuration; --strict takes warnings for problems.

      Examples:
        \(Program.name) config check
        \(Program.name) config check --config /etc/swiftlet/config.toml --strict
        \(Program.name) config check --json \\
          | jq -r '.findings[] | .subject + " " + .message'
      """)

  @OptionGroup var options: ConfigurationOptions

  @Flag(help: "Treat warnings, such as unknown keys, as problems.")
  var strict = false

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    let report = FindingReport(await ConfigurationCheck(options).findings, isStrict: strict)
    try report.write(asJSON: json, title: "PLACE")
    if !json { Output.line(report.findings.isEmpty ? "The configuration is in order." : "Found \(report.summary).") }
    guard report.ok else { throw ExitCode(Failure.Code.configuration.rawValue) }
  }
}
