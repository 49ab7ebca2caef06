import ArgumentParser
import Console

/// `push status`.
struct PushStatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show where the running host's pushes go, and where to look at what arrived.",
    discussion: """
      If no host is running, it shows where the configuration would send them.

      Examples:
        \(Program.name) push status
        curl "$(\(Program.name) push status --json | jq -r .inspection_url)/notifications"
      """)

  @OptionGroup var options: ConfigurationOptions

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    let configuration = try options.load()
    let running = try await HostControl.running(configuration)
    let status: PushStatus =
      if let running { try await running.call("push_status") } else { PushStatus(configuration.push) }
    guard !json else { return try Output.json(status) }
    if running == nil { Output.error("No host is running; this is what the configuration says.") }
    Output.line(status.text)
  }
}

extension PushStatus {
  fileprivate var text: String {
    var lines = [
      "Pushes go to \(inWords).", "topic        \(topic)", "environment  \(environment.rawValue)",
    ]
    if let keyID { lines.append("key id       \(keyID)") }
    if let caFile { lines.append("CA file      \(caFile)") }
    if let inspectionURL { lines.append("arrived      \(inspectionURL)/notifications") }
    return lines.joined(separator: "\n")
  }
}
