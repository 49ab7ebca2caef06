import Wire

/// A service of a Supabase project, by the prefix of its paths.
package enum GatewayService: Sendable, Hashable, CaseIterable {
  /// PostgREST: tables and database functions.
  case rest
  /// PostgREST's endpoint for `pg_graphql`.
  case graphql
  /// GoTrue: sign-in.
  case auth
  case storage
  case realtime
  /// The project's Edge Functions.
  case functions
  /// Every other path of the project.
  case other

  /// The name in the log and in the metrics.
  var name: String {
    switch self {
    case .rest: "rest"
    case .graphql: "graphql"
    case .auth: "auth"
    case .storage: "storage"
    case .realtime: "realtime"
    case .functions: "forwarded_functions"
    case .other: "project"
    }
  }

  /// The start of its paths at the project; empty if it has none of its own.
  package var prefix: String {
    switch self {
    case .rest: "/rest/v1"
    case .graphql: "/graphql/v1"
    case .auth: "/auth/v1"
    case .storage: "/storage/v1"
    case .realtime: "/realtime/v1"
    case .functions: "/functions/v1"
    case .other: ""
    }
  }

  /// The service whose address it uses: PostgREST also answers GraphQL.
  var addressed: GatewayService { self == .graphql ? .rest : self }

  var setting: String { "[gateway] \(addressed.name)" }

  /// What a host lacks without a project and an address, and the settings that forward the service's paths;
  /// nil for a service whose paths are then 404.
  var absence: (what: String, advice: String)? {
    let (what, server): (String, String)
    switch self {
    case .rest: (what, server) = ("tables", "PostgREST")
    case .auth: (what, server) = ("sign-in", "GoTrue")
    case .realtime: (what, server) = ("realtime", "Supabase Realtime")
    // A host that stands alone has storage of its own.
    case .storage, .graphql, .functions, .other: return nil
    }
    return (
      what,
      "Set SUPABASE_URL to your project, or \(setting) to the address of \(server), and \(prefix) is forwarded there."
    )
  }

  /// Whether a path leads to a service in another spelling than ``prefix``: servers decode segments, and many skip
  /// empty ones. Such a path would evade the service's rules, such as ``GatewayConfiguration/unknownFunctions``.
  static func isDisguised(_ path: String) -> Bool {
    let start = path.split(separator: "/").prefix(2).map { PercentEncoding.decode($0, plusIsSpace: false) ?? "" }
    let read = "/" + start.joined(separator: "/")
    return path != read && !path.hasPrefix(read + "/") && allCases.contains { $0.prefix == read }
  }

  /// The path at a server of its own, as Supabase's gateway maps it (supabase/supabase, docker/volumes/api/kong.yml).
  ///
  /// - Parameter path: a path below ``prefix``, as it was received.
  /// - Returns: nil for a path that Supabase's gateway keeps from clients.
  func ownPath(of path: String) -> String? {
    let rest = String(path.dropFirst(prefix.utf8.count))
    switch self {
    case .graphql: return "/rpc/graphql" + rest
    case .realtime:
      guard rest == "/api" || rest.hasPrefix("/api/") else { return "/socket" + rest }
      // Realtime's router skips empty segments, and decodes the others before it compares them.
      let segment = rest.split(separator: "/").dropFirst().first
      let name = segment.flatMap { PercentEncoding.decode($0, plusIsSpace: false) }
      return name == "tenants" || name == "openapi" ? nil : rest
    case .rest, .auth, .storage, .functions, .other: return rest.isEmpty ? "/" : rest
    }
  }
}
