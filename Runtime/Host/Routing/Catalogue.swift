public import Edge

/// Why a host cannot start with these functions.
public struct CatalogueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, where, and what to do.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// The functions by name, checked once.
public struct Catalogue: Sendable {
  let functions: [String: Entry]
  let procedures: [String: Entry]
  let controls: [String: Entry]
  /// Where whole targets lead: most requests ask for a function, for nothing below it, and without a query.
  let plain: [String: Route]

  /// Checks the names and what the configuration says of them.
  ///
  /// - Parameters:
  ///   - functions: what answers at `/functions/v1/<name>`.
  ///   - procedures: what answers at `/rest/v1/rpc/<name>`.
  ///   - controls: what answers at `/functions/v1/_internal/<name>`.
  ///   - configuration: the host's configuration.
  ///   - services: what is lent to the functions.
  /// - Throws: ``CatalogueError`` for a malformed or repeated name, and for a `verify_jwt = false` that the code contradicts.
  public init(
    functions: [any Endpoint], procedures: [any Endpoint], controls: [any Endpoint] = [],
    configuration: HostConfiguration, services: Services, metrics: HostMetrics
  ) throws(CatalogueError) {
    self.functions = try Self.entries(functions, kind: "function", configuration, services, metrics)
    self.procedures = try Self.entries(procedures, kind: "database function", configuration, services, metrics)
    self.controls = try Self.entries(controls, kind: "control", configuration, services, metrics)
    let routes =
      self.functions.map { ("\(Self.functionsPrefix)\($0)", Route.function($1, path: "")) }
      + self.procedures.map { ("\(Self.proceduresPrefix)\($0)", Route.procedure($1)) }
    plain = Dictionary(uniqueKeysWithValues: routes)
  }

  private static func entries(
    _ endpoints: [any Endpoint], kind: String, _ configuration: HostConfiguration, _ services: Services,
    _ metrics: HostMetrics
  ) throws(CatalogueError) -> [String: Entry] {
    var entries: [String: Entry] = [:]
    for endpoint in endpoints {
      let name = endpoint.name
      guard FunctionName.isValid(name) else {
        throw CatalogueError("The \(kind) \"\(name)\" has no usable name: letters, digits, _ and -, a letter first")
      }
      guard entries[name] == nil else { throw CatalogueError("There are two \(kind)s named \(name)") }
      let own = configuration.functions[name] ?? FunctionConfiguration()
      if own.verifyJWT == false, endpoint.traits.needsToken {
        let access = endpoint.traits.access == .serviceRole ? "serviceRole" : "\(endpoint.traits.access)"
        throw CatalogueError(
          """
          config.toml says verify_jwt = false under [functions.\(name)], but the code declares access: \
          .\(access), which needs a token. Remove the line, or declare access: .anyone.
          """)
      }
      guard own.enabled else { continue }
      let fallback = endpoint.traits.input == .stream ? configuration.limits.rawBody : configuration.limits.jsonBody
      entries[name] = Entry(
        endpoint: endpoint,
        needsToken: own.verifyJWT ?? endpoint.traits.needsToken,
        bodyLimit: own.maximumBody ?? fallback,
        services: services.with(secretsOf: endpoint, in: configuration),
        metrics: metrics.function(name))
    }
    return entries
  }
}

extension Services {
  /// The same set, but for what is given.
  func with(background: (any BackgroundWork)? = nil, secrets: Secrets? = nil) -> Services {
    Services(
      database: database, jobs: jobs, push: push, http: http, storage: storage, clock: clock,
      background: background ?? self.background, secrets: secrets ?? self.secrets)
  }
}
