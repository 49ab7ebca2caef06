import ArgumentParser
import Edge
import Host

/// `functions`: what the executable holds.
struct FunctionsCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "functions",
      abstract: "List the functions, who may call them, and the secrets that they declare.",
      discussion: """
        ACCESS is who may call: anyone, verified (any token of the project), user, or service_role. INPUT is how the body \
        is taken: none, json, or stream. GET says whether a database function may be called with GET too. DATABASE is \
        what the function works on: any, or postgres alone. SECRETS are those that the function declares; an exclamation \
        mark stands behind one that is not set.

        Examples:
          \(Program.name) functions
          \(Program.name) functions --json
          \(Program.name) functions --json | jq -e 'all(.missing_secrets == [])'
        """)
  }

  @OptionGroup var options: ConfigurationOptions

  @Flag(help: "As JSON.")
  var json = false

  func run() throws {
    let lines = Application.current.lines(try options.load().host)
    guard !json else { return try Output.json(lines) }
    var table = Table("NAME", "ROUTE", "ACCESS", "INPUT", "GET", "DATABASE", "SECRETS")
    table.rows = lines.map {
      [$0.name, $0.route, $0.access, $0.input, $0.get ? "yes" : "no", $0.database, $0.secretsInWords]
    }
    Output.line(table.text)
  }
}

/// What the list says of one function.
struct FunctionLine: Encodable, Hashable {
  let name: String
  let route: String
  let access: String
  let input: String
  let get: Bool
  var database = "any"
  /// The secrets that it declares.
  var secrets: [String] = []
  /// Those of them that are not set.
  var missingSecrets: [String] = []

  enum CodingKeys: String, CodingKey {
    case name, route, access, input, get, database, secrets
    case missingSecrets = "missing_secrets"
  }

  /// `STRIPE_KEY, MAIL_KEY!`; a dash for none.
  var secretsInWords: String {
    secrets.isEmpty ? "-" : secrets.map { missingSecrets.contains($0) ? "\($0)!" : $0 }.joined(separator: ", ")
  }
}

extension Application {
  /// The functions, then the database functions, in the order of their lists.
  func lines(_ host: HostConfiguration) -> [FunctionLine] {
    functions.map { FunctionLine($0, route: "/functions/v1/\($0.name)", get: true, host) }
      + procedures.map { FunctionLine($0, route: "/rest/v1/rpc/\($0.name)", get: $0.traits.isReadOnly, host) }
  }
}

extension FunctionLine {
  fileprivate init(_ endpoint: any Endpoint, route: String, get: Bool, _ host: HostConfiguration) {
    let input =
      switch endpoint.traits.input {
      case .none: "none"
      case .json: "json"
      case .stream: "stream"
      }
    self.init(
      name: endpoint.name, route: route, access: endpoint.traits.access.description, input: input, get: get,
      database: endpoint.traits.needsPostgres ? "postgres" : "any", secrets: endpoint.traits.secrets ?? [],
      missingSecrets: host.missingSecrets(of: endpoint))
  }
}
