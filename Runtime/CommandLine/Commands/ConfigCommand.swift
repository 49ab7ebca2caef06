import ArgumentParser

/// `config`: commands about the configuration.
struct ConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Check the configuration.",
    discussion: """
      `serve --print-config` shows each setting and where it came from.

      Examples:
        \(Program.name) config check
        \(Program.name) config check --config /etc/swiftlet/config.toml --json
      """,
    subcommands: [ConfigCheckCommand.self])
}
