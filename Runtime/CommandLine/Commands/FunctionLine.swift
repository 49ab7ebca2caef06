import Edge
import Host

/// One function in the list of `functions`.
struct FunctionLine: Encodable, Hashable {
  let name: String
  let route: String
  let access: String
  let input: String
  let get: Bool
  /// The rest of a table's route; nil for a function at its own path.
  var table: TableLine?
  var database = "any"
  var secrets: [String] = []
  /// The declared secrets that are not set.
  var missingSecrets: [String] = []

  enum CodingKeys: String, CodingKey {
    case name, route, access, input, get, table, database, secrets
    case missingSecrets = "missing_secrets"
  }

  /// The path, of a table's route with method and filters: `PATCH /rest/v1/notes?id=eq.{note_id}`.
  var routeInWords: String { table?.text ?? route }

  /// `STRIPE_KEY, MAIL_KEY!`; a dash for none.
  var secretsInWords: String {
    secrets.isEmpty ? "-" : secrets.map { missingSecrets.contains($0) ? "\($0)!" : $0 }.joined(separator: ", ")
  }
}

extension FunctionLine {
  /// The line of an endpoint, with the secrets that the host has no value for.
  init(
    _ endpoint: any Endpoint, route: String, get: Bool, table: TableLine? = nil, _ host: HostConfiguration
  ) {
    let input =
      switch endpoint.traits.input {
      case .none: "none"
      case .json: "json"
      case .stream: "stream"
      }
    self.init(
      name: endpoint.name, route: route, access: endpoint.traits.access.description, input: input, get: get,
      table: table, database: endpoint.traits.needsPostgres ? "postgres" : "any",
      secrets: endpoint.traits.secrets ?? [], missingSecrets: host.missingSecrets(of: endpoint))
  }
}
