import Edge
import Host

/// One function in the list of `functions`.
struct FunctionLine: Encodable, Hashable {
  let name: String
  let route: String
  let access: String
  let input: String
  let get: Bool
  var database = "any"
  /// The secrets that it declares.
  var secrets: [String] = []
  /// The declared secrets that are not set.
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

extension FunctionLine {
  /// The line of an endpoint, with the secrets that the host has no value for.
  init(_ endpoint: any Endpoint, route: String, get: Bool, _ host: HostConfiguration) {
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
