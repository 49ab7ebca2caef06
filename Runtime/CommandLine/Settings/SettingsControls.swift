import Console
import Edge
import Host

/// The controls that describe a host: its settings, its migrations and its routes.
struct SettingsControls: Sendable {
  /// Returns the settings that hold now.
  let configuration: @Sendable () -> LoadedConfiguration
  /// Returns the functions that are served now.
  let application: @Sendable () -> Application
  let database: Database
  let prefixes: ServedPrefixes

  /// The functions, for the service role.
  var controls: [any Endpoint] {
    [
      Function("settings", access: .serviceRole) { _ in configuration().entries.map(PrintedSetting.init) },
      Function("migrations", access: .serviceRole) { _ in
        try await Preparation(application: application(), database: database).lines()
      },
      Function("routes", access: .serviceRole) { _ in application().routeLines + prefixes.lines },
    ] + tokenControls
  }

  /// The control `token`, which exists only on an embedded host with a published secret. Such a host listens on
  /// loopback only.
  private var tokenControls: [any Endpoint] {
    let host = configuration().host
    guard host.isEmbedded, host.tokens.hasPublishedSecret, (try? host.checkPublishedSecret()) != nil,
      let minter = try? TokenMinter(secret: host.tokens.secret)
    else { return [] }
    return [
      Function("token", access: .serviceRole) { (request: TokenRequest, context) in
        try request.minted(by: minter, now: context.clock.now)
      }
    ]
  }
}

extension PrintedSetting {
  init(_ entry: ConfigurationEntry) { self.init(entry.key, entry.value, from: entry.origin) }
}

extension Application {
  /// The paths of the functions, the database functions and the tables.
  fileprivate var routeLines: [RouteLine] {
    routed.map { kind, endpoint, route in
      RouteLine(kind: kind, route: route, name: endpoint.name, access: endpoint.traits.access.description)
    }
  }
}
