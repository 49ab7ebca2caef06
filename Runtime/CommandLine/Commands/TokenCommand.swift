import ArgumentParser
import Edge
import FoundationEssentials
import Host

/// `token`: signs a token with the project's secret.
struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Make a token, signed with the project's JWT secret.",
    discussion: """
      The token goes to stdout alone, so it can be used in a command.

      Examples:
        \(Program.name) token
        \(Program.name) token --role authenticated \\
          --sub 5f0c8f9e-2f5b-4d0e-9d6e-1c6d1c1b7a10 --expires-in 12h
        \(Program.name) token --role service_role --claim app=cron
        curl -H "Authorization: Bearer $(\(Program.name) token)" \\
          http://127.0.0.1:54321/functions/v1/<name>
      """)

  @OptionGroup var options: ConfigurationOptions

  @Option(
    help: "anon, authenticated, service_role or a role of your own. (default: authenticated with --sub, else anon)")
  var role: String?

  @Option(help: "The user's id, a UUID.")
  var sub: String?

  @Option(help: "How long the token is valid: seconds, or 30s, 5m, 1h, 7d.")
  var expiresIn = "1h"

  @Option(name: .customLong("claim"), help: "One more claim, as name=value; a value that is JSON is taken as JSON.")
  var claims: [String] = []

  func validate() throws {
    guard let seconds = Quantity.seconds(expiresIn), (1...1e10).contains(seconds) else {
      throw ValidationError("--expires-in is \"\(expiresIn)\": expected a duration such as 3600, 5m or 1h")
    }
    _ = try claims.map { try NamedValue(claim: $0) }
  }

  func run() throws {
    let configuration = try options.load()
    let role = Role(rawValue: role ?? (sub == nil ? Role.anon : .authenticated).rawValue)
    if role == .authenticated, Identity(Claims(["sub": .string(sub ?? "")])).userID == nil {
      Output.warning("without a UUID after --sub this token is no user's: functions for users will answer 401")
    }
    let minter = try TokenMinter(secret: configuration.host.tokens.secret)
    let token = minter.token(
      role: role, subject: sub, expiresIn: Quantity.seconds(expiresIn).map { Int($0) },
      claims: try claims.map { try NamedValue(claim: $0) }.map { ($0.name, $0.value) }, now: Date())
    Output.line(token)
  }
}
