import FoundationEssentials
import Host

/// The secrets of functions: configured ones, declared ones and Supabase's standard variables; never the host's own
/// settings.
enum FunctionSecrets {
  /// Whether Supabase reserves the name; its command line skips such names too.
  static func isReserved(_ name: String) -> Bool { name.hasPrefix("SUPABASE_") }

  /// The variables of an environment file that are not settings of the host.
  ///
  /// - Parameter environment: overrides the file's values; adds no names.
  static func own(of file: [String: String], environment: [String: String]) -> [String: String] {
    let settings = settings
    let own = file.filter { name, _ in !isOfTheHost(name, settings) }
    return Dictionary(
      uniqueKeysWithValues: own.map { name, value in
        let outer = environment[name] ?? ""
        return (name, outer.isEmpty ? value : outer)
      })
  }

  /// The variables of the process environment that functions declare.
  static func declared(_ names: Set<String>, in environment: [String: String]) -> [String: String] {
    let settings = settings
    return environment.filter { name, value in
      names.contains(name) && !value.isEmpty && !isOfTheHost(name, settings)
    }
  }

  /// Whether a variable is for the host itself, so that functions do not get it from the environment or its file.
  static func isOfTheHost(_ name: String) -> Bool { isOfTheHost(name, settings) }

  private static var settings: Set<String> { Set(Settings.all.flatMap(\.variables)) }

  private static let prefixes = ["SWIFTLET_", "APNS_", "OTEL_"]
  private static let proxies: Set<String> = ["http_proxy", "https_proxy", "ftp_proxy", "all_proxy", "no_proxy"]

  /// Whether a variable is for the host itself, or for a library that it uses: libpq's may have the password of the
  /// database, and the proxies' a login.
  private static func isOfTheHost(_ name: String, _ settings: Set<String>) -> Bool {
    settings.contains(name) || isReserved(name) || prefixes.contains { name.hasPrefix($0) }
      || proxies.contains(name.lowercased()) || isOfPostgres(name)
  }

  /// Whether libpq reads a variable. All but one of its names have no underscore, unlike `PGP_KEY`.
  private static func isOfPostgres(_ name: String) -> Bool {
    name == "PGCONNECT_TIMEOUT" || name.hasPrefix("PG") && !name.contains("_")
  }

  /// The variables that Supabase gives to every function.
  static func standard(_ host: HostConfiguration, database: DatabaseLocation) throws(Failure) -> [String: String] {
    let keys = try ProjectKeys(host.tokens)
    return [
      "SUPABASE_URL": host.projectURL?.absoluteString ?? host.bind.url(),
      "SUPABASE_ANON_KEY": keys.anon,
      "SUPABASE_SERVICE_ROLE_KEY": keys.serviceRole,
      "SUPABASE_DB_URL": database.secret,
      "SB_REGION": host.region,
    ]
  }
}
