/// The sources of a configuration: flags, environment and files; and the names that the application knows.
struct ConfigurationRequest {
  /// Flags by their names without dashes.
  var flags: [String: String] = [:]
  var environment: [String: String] = [:]
  /// The path after `--config`; nil tries `config.toml`.
  var configurationFile: String?
  /// The path after `--env-file`; nil tries `.env`.
  var environmentFile: String?
  /// The folder of `config.toml` and `.env`.
  var folder = "."
  /// The application's functions, by name.
  var functions: Set<String> = []
  /// The application's jobs, by name.
  var jobs: Set<String> = []
  /// The application's own bundle id, the default of the configured one.
  var topic: String?
  /// The secrets that functions and jobs declare.
  var secrets: Set<String> = []
}
