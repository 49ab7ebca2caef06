import ArgumentParser
import Edge

/// `functions`: what the executable holds.
struct FunctionsCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "functions",
      abstract: "List the functions and who may call them.",
      discussion: """
        ACCESS is who may call: anyone, verified (any token of the project), user, or service_role. INPUT is how the body \
        is taken: none, json, or stream. GET says whether a database function may be called with GET too. DATABASE is \
        what the function works on: any, or postgres alone.

        Examples:
          \(Program.name) functions
          \(Program.name) functions --json
        """)
  }

  @Flag(help: "As JSON.")
  var json = false

  func run() throws {
    let lines = Application.current.lines
    guard !json else { return try Output.json(lines) }
    var table = Table("NAME", "ROUTE", "ACCESS", "INPUT", "GET", "DATABASE")
    table.rows = lines.map { [$0.name, $0.route, $0.access, $0.input, $0.get ? "yes" : "no", $0.database] }
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
}

extension Application {
  /// The functions, then the database functions, in the order of their lists.
  var lines: [FunctionLine] {
    functions.map { FunctionLine($0, route: "/functions/v1/\($0.name)", get: true) }
      + procedures.map { FunctionLine($0, route: "/rest/v1/rpc/\($0.name)", get: $0.traits.isReadOnly) }
  }
}

extension FunctionLine {
  fileprivate init(_ endpoint: any Endpoint, route: String, get: Bool) {
    let input =
      switch endpoint.traits.input {
      case .none: "none"
      case .json: "json"
      case .stream: "stream"
      }
    self.init(
      name: endpoint.name, route: route, access: endpoint.traits.access, input: input, get: get,
      database: endpoint.traits.needsPostgres ? "postgres" : "any")
  }
}
