import ArgumentParser

/// `doctor`: examines what a host needs.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Examine the configuration, the database, the machine and a running host.",
    discussion: """
      Each line says what was found, and below it what to do. Nothing is changed, and no secret is shown. STATE is ok, \
      warning for what works but not as it should, and problem for what keeps a host from starting or from its work. \
      The exit code is 1 with a problem, and else 0.

      Examples:
        \(Program.name) doctor
        \(Program.name) doctor --config /etc/swiftlet/config.toml
        \(Program.name) doctor --json \\
          | jq -r '.findings[] | select(.state != "ok") | .message'
      """)

  @OptionGroup var options: ConfigurationOptions

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    let report = FindingReport(await Doctor.findings(options))
    try report.write(asJSON: json, title: "CHECK")
    if !json { Output.line("Found \(report.summary).") }
    guard report.ok else { throw ExitCode(Failure.Code.failed.rawValue) }
  }
}
