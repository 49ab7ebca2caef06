import Testing

@testable import Swiftlet

/// Loads a configuration from a temporary folder.
struct Loading {
  let folder: TemporaryFolder
  var request = ConfigurationRequest()

  init(config: String? = nil, env: String? = nil, environment: [String: String] = [:], flags: [String: String] = [:])
    throws
  {
    folder = try TemporaryFolder()
    if let config { try folder.write("config.toml", config) }
    if let env { try folder.write(".env", env) }
    request.folder = folder.path
    request.environment = environment
    request.flags = flags
  }

  func load(functions: Set<String> = [], jobs: Set<String> = []) throws -> LoadedConfiguration {
    var request = request
    request.functions = functions
    request.jobs = jobs
    return try LoadedConfiguration(request)
  }

  /// The failure of the loading.
  func failure(sourceLocation: SourceLocation = #_sourceLocation) throws -> Failure {
    try #require(throws: Failure.self, sourceLocation: sourceLocation) { _ = try load() }
  }
}

extension LoadedConfiguration {
  /// The origin of a key's value.
  func origin(of key: String) -> String? { entries.first { $0.key == key }?.origin }
  /// A key's value as it is shown.
  func shown(_ key: String) -> String? { entries.first { $0.key == key }?.value }
}
