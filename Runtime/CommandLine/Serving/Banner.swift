import Edge
import FoundationEssentials
import Host

/// The lines that `serve` prints once it listens: its address, the database, and a command to paste.
struct Banner: Sendable {
  private let database: DatabaseLocation
  private let count: Int
  private let example: (any Endpoint)?
  /// A token to paste, or the command that makes one. Only tokens of a published secret are printed.
  private let token: String
  private let push: PushSettings
  private let hasDemo: Bool
  private let hasConsole: Bool

  /// - Throws: ``Failure`` if no token can be made.
  init(_ configuration: LoadedConfiguration, _ application: Application) throws {
    database = configuration.database
    push = configuration.push
    // The demonstration shows a notification, which the application's functions send.
    hasDemo = application.demo != nil && application.deliveries != nil
    hasConsole = configuration.hasConsole
    let functions = application.functions.filter { configuration.host.functions[$0.name]?.enabled ?? true }
    count = functions.count
    let example = application.example(among: functions)
    self.example = example
    let subject = UUID().lowercased
    let isUser = example?.traits.access == .user
    if !configuration.host.tokens.hasPublishedSecret {
      token = isUser ? "$(\(Program.name) token --sub \(subject))" : "$(\(Program.name) token)"
    } else if isUser {
      let minter = try TokenMinter(secret: configuration.host.tokens.secret)
      token = minter.token(role: .authenticated, subject: subject, expiresIn: 86_400, now: Date())
    } else {
      token = try ProjectKeys(configuration.host.tokens).anon
    }
  }

  /// The lines for stdout, without the last line break.
  func text(at url: String) -> String {
    let functions = count == 1 ? "1 function" : "\(count) functions"
    var lines = ["Swiftlet serves \(functions) at \(url)/functions/v1 on \(database). Ctrl-C stops it."]
    lines.append(pushes)
    if hasConsole {
      lines.append("See what happens at \(url)/console: `\(Program.name) console` prints an address that opens it.")
    }
    if let example { lines += ["Try:", "  \(command(for: example, at: url))"] }
    return lines.joined(separator: "\n")
  }

  private var pushes: String {
    switch push.target {
    case .apple: "Pushes go to Apple at \(push.environment.url), for \(push.topic)."
    case .server(let url): "Pushes go to \(url), for \(push.topic)."
    case .simulator:
      "No key of Apple's is configured: pushes go to a simulator in this host. See them with `\(Program.name) push status`"
        + (hasDemo ? ", or try `\(Program.name) demo`." : ".")
    }
  }

  private func command(for example: any Endpoint, at url: String) -> String {
    var command = "curl \(url)/functions/v1/\(example.name)"
    if example.traits.needsToken { command += " -H \"Authorization: Bearer \(token)\"" }
    if example.traits.input == .json { command += " -H 'Content-Type: application/json' -d '\(body(for: example))'" }
    return command
  }

  /// A JSON text that the function can most likely decode, for a shell's single quotes. Without a schema it is an empty
  /// object.
  private func body(for example: any Endpoint) -> String {
    guard case .json(let schema) = example.schema.input, let bytes = try? Wire.encode(schema.shortExample) else {
      return "{}"
    }
    return String(decoding: bytes, as: UTF8.self).replacing("'", with: #"\u0027"#)
  }
}
