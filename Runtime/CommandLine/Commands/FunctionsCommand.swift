import ArgumentParser
import Edge
import Host

/// `functions`: lists the functions of the executable.
struct FunctionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "functions",
    abstract: "List the functions, who may call them, and the secrets that they declare.",
    discussion: """
      ACCESS is who may call: anyone, verified (any token of the project), user, or service_role. INPUT is how the body \
      is taken: none, json, or stream. GET says whether a function may be called with GET. DATABASE is what the \
      function works on: any, or postgres alone. SECRETS are those that the function declares; an exclamation mark \
      stands behind one that is not set. A function that answers requests to a table has a line for each such route, \
      with the method and the filters that the request must have, optional ones in brackets.

      Examples:
        \(Program.name) functions
        \(Program.name) functions --nginx
        \(Program.name) functions --json
        \(Program.name) functions --json | jq -e 'all(.missing_secrets == [])'
      """)

  @OptionGroup var options: ConfigurationOptions

  @Flag(help: "As JSON.")
  var json = false

  @Flag(help: "As a location of nginx, for the paths that are the host's.")
  var nginx = false

  func validate() throws {
    if json, nginx { throw ValidationError("--json and --nginx exclude each other") }
  }

  func run() async throws {
    let configuration = try options.load()
    let (host, application) = (configuration.host, try await KnownBundles.application(configuration, .current))
    guard !nginx else { return Output.line(NginxLocation(application: application, host: host).text) }
    let lines = application.lines(host)
    guard !json else { return try Output.json(lines) }
    let table = Table("NAME", "ROUTE", "ACCESS", "INPUT", "GET", "DATABASE", "SECRETS", of: lines) {
      [$0.name, $0.routeInWords, $0.access, $0.input, $0.get ? "yes" : "no", $0.database, $0.secretsInWords]
    }
    Output.line(table.text)
  }
}

extension Application {
  /// The functions, the database functions, then the routes, in the order of their lists.
  func lines(_ host: HostConfiguration) -> [FunctionLine] {
    functions.map { FunctionLine($0, route: "/functions/v1/\($0.name)", get: true, host) }
      + procedures.map { FunctionLine($0, route: "/rest/v1/rpc/\($0.name)", get: $0.traits.isReadOnly, host) }
      + routes.map {
        FunctionLine(
          $0.endpoint, route: "/rest/v1/\($0.path)", get: $0.action == .select, table: TableLine($0), host)
      }
  }
}
