import ArgumentParser
import Console

/// `console`: signs a browser in to the console.
struct ConsoleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "console",
    abstract: "Print an address that opens the running host's console.",
    discussion: """
      The address signs one browser in, once, within a minute; its session lasts 12 hours. The command gets it through the \
      host's Unix socket, which only the host's own user can open.

      The console is on by itself if the host listens on loopback and trusts no proxies; elsewhere set enabled = true and \
      hosts = ["the.name"] in [console], and put TLS before it.

      Examples:
        \(Program.name) console
        open "$(\(Program.name) console)"
        \(Program.name) console --json | jq -r .url
      """)

  @OptionGroup var options: ConfigurationOptions

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    let host = try await HostControl.needed(options.load(), hint: "start one with `\(Program.name) serve`")
    let invitation: ConsoleInvitation = try await host.call("console_code")
    guard !json else { return try Output.json(invitation) }
    Output.line(invitation.url)
    if Output.errorIsTerminal { Output.error("It opens once, within \(invitation.expiresIn) seconds.") }
  }
}
