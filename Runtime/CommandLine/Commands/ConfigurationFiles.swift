import ArgumentParser
import FoundationEssentials

/// The flags of every command that reads the configuration, apart from bundles.
struct ConfigurationFiles: ParsableArguments {
  @Option(
    name: .customLong("config"), help: "The configuration file. (default: ./config.toml, if it is there)",
    completion: .file())
  var configurationFile: String?

  @Option(
    name: .customLong("env-file"), help: "A file of NAME=value lines. (default: ./.env, if it is there)",
    completion: .file())
  var environmentFile: String?

  @Option(
    help: "The database, as sqlite:<path> or postgres://<user>@<host>/<name>. (default: sqlite:./swiftlet.sqlite)")
  var database: String?

  /// The sources that the flags name; the files are not read yet.
  func request(flags: [String: String?] = [:], bundles: [String] = []) -> ConfigurationRequest {
    var request = ConfigurationRequest(environment: ProcessInfo.processInfo.environment)
    request.flags = flags.compactMapValues { $0 }
    request.flags["database"] = database
    request.configurationFile = configurationFile
    request.environmentFile = environmentFile
    request.bundles = bundles.map { Paths.absolute($0) }
    return request
  }

  /// Reads the configuration and writes its warnings to stderr.
  ///
  /// - Parameter flags: the values of the command's own flags, by their names without dashes.
  func load(flags: [String: String?] = [:], bundles: [String] = []) throws(Failure) -> LoadedConfiguration {
    var request = request(flags: flags, bundles: bundles)
    request.texts = try request.reading()
    request.know(.current, isWhole: false)
    var configuration = try LoadedConfiguration(request)
    if !KnownBundles.mayBeThere(configuration) {
      request.know(.current)
      configuration = try LoadedConfiguration(request)
    }
    // The process holds Apple's key from here on, so it must not write core dumps.
    if configuration.push.credentials != nil { CoreDumps.refuse() }
    for warning in configuration.warnings { Output.warning(warning) }
    return configuration
  }
}
