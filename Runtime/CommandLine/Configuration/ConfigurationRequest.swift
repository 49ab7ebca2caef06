/// What a configuration is read from: flags, the environment, and the files to look into.
struct ConfigurationRequest {
  /// Flags by their names without dashes.
  var flags: [String: String] = [:]
  var environment: [String: String] = [:]
  /// The path after `--config`; nil tries `config.toml`.
  var configurationFile: String?
  /// The path after `--env-file`; nil tries `.env`.
  var environmentFile: String?
  /// Where the two are tried.
  var folder = "."
  /// The functions that there are.
  var functions: Set<String> = []
  /// The jobs that there are.
  var jobs: Set<String> = []
  /// The application's own bundle id, which a configured one outweighs.
  var topic: String?
  /// The secrets that functions and jobs declare.
  var secrets: Set<String> = []
}
