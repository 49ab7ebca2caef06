import Console
import Edge
import Host
import Synchronization
import Workers

/// The functions of a running host, for its console.
final class HostedFunctions: FunctionSource {
  private let configuration: @Sendable () -> LoadedConfiguration
  private let application: @Sendable () -> Application
  private let attached = Mutex<FunctionHost?>(nil)

  /// - Parameters:
  ///   - configuration: returns the settings that hold now.
  ///   - application: returns the functions that are served now.
  init(configuration: @escaping @Sendable () -> LoadedConfiguration, application: @escaping @Sendable () -> Application)
  {
    self.configuration = configuration
    self.application = application
  }

  func attach(_ host: FunctionHost) { attached.withLock { $0 = host } }

  /// The host; nil while it is being assembled.
  var host: FunctionHost? { attached.withLock(\.self) }

  var program: String { Program.name }

  var functions: [FunctionDescription] {
    let (application, host) = (application(), configuration().host)
    var routes: [String: (routes: [String], endpoint: any Endpoint)] = [:]
    for (_, endpoint, route) in application.routed {
      routes[endpoint.name, default: ([], endpoint)].routes.append(route)
    }
    return routes.sorted { $0.key < $1.key }.map { name, found in
      FunctionDescription(
        name: name, routes: found.routes, access: found.endpoint.traits.access,
        isEnabled: host.functions[name]?.enabled ?? true, home: FunctionDescription.Home(of: found.endpoint),
        missingSecrets: host.missingSecrets(of: found.endpoint))
    }
  }

  var callers: [InvokeCaller.Kind] {
    let host = configuration().host
    var kinds: [InvokeCaller.Kind] = (try? ProjectKeys(host.tokens)) == nil ? [] : [.anon, .serviceRole]
    if canMintUsers(host) { kinds.append(.user) }
    return kinds
  }

  /// Whether tokens of users are made: on a host whose secret is published, and so proves nothing.
  private func canMintUsers(_ host: HostConfiguration) -> Bool {
    host.isEmbedded && host.tokens.hasPublishedSecret && (try? host.checkPublishedSecret()) != nil
  }

  func details(of name: String) -> FunctionDetails? {
    let (application, configuration) = (application(), configuration())
    guard let description = functions.first(where: { $0.name == name }),
      let endpoint = application.endpoints.first(where: { $0.name == name })
    else { return nil }
    let settings = FunctionSettings(
      configuration, limits: host?.limits(of: name) ?? [],
      group: application.group(of: endpoint, configuration.workers))
    return FunctionDetails(
      description, operations: application.operations(configuration.host) { $0.name == name },
      settings: settings.all(of: endpoint), secrets: FunctionSecret.all(of: endpoint, configuration.host),
      summary: endpoint.traits.summary)
  }

  func invoke(_ request: InvokeRequest) async throws -> InvokeAnswer {
    guard let host else { throw PageError.unavailable("The host has not started yet") }
    let configuration = configuration().host
    if case .user = request.caller, !canMintUsers(configuration) {
      throw PageError.unavailable("A user's token is made on the embedded default alone")
    }
    return try await ConsoleCall(request, configuration).answer(of: host)
  }
}

extension Application {
  /// The names of the functions, procedures and jobs that share an endpoint's workers; empty for one in this process.
  fileprivate func group(of endpoint: any Endpoint, _ configuration: WorkersConfiguration) -> [String] {
    guard let endpoint = endpoint as? BundledEndpoint,
      let bundle = bundles.first(where: { $0.version == endpoint.version })
    else { return [] }
    return BundleGroups.members(of: bundle.manifest, configuration)[endpoint.group] ?? []
  }
}

extension FunctionDescription.Home {
  /// The workers of a bundle's function; nil for a function in this process.
  fileprivate init?(of endpoint: any Endpoint) {
    guard let endpoint = endpoint as? BundledEndpoint else { return nil }
    self.init(bundle: endpoint.version.bundle, version: endpoint.version.shortDigest, group: endpoint.group)
  }
}

extension FunctionSecret {
  /// The secrets that a function sees: those that it declares, or all that are configured.
  fileprivate static func all(of endpoint: any Endpoint, _ host: HostConfiguration) -> [FunctionSecret] {
    guard let declared = endpoint.traits.secrets else {
      return host.secrets(of: endpoint.name, declaring: nil).keys.sorted().map { FunctionSecret($0, isSet: true) }
    }
    let values = host.secrets(of: endpoint.name, declaring: declared)
    return declared.map {
      FunctionSecret($0, isSet: values[$0] != nil, isOptional: endpoint.traits.optionalSecrets.contains($0))
    }
  }
}
