/// The sources of a configuration: flags, environment and files; and the names that the application knows.
struct ConfigurationRequest {
  /// Flags by their names without dashes.
  var flags: [String: String] = [:]
  var environment: [String: String] = [:]
  /// The path after `--config`; nil tries `config.toml`.
  var configurationFile: String?
  /// The path after `--env-file`; nil tries `.env`.
  var environmentFile: String?
  /// The texts of both files; nil reads them.
  var texts: ConfigurationTexts?
  /// Reads both files.
  ///
  /// - Throws: ``Failure`` for a missing file that a flag names, and for a file that is not UTF-8 text.
  func reading(after earlier: ConfigurationTexts? = nil) throws(Failure) -> ConfigurationTexts {
    try ConfigurationTexts(
      configuration: configurationFile, variables: environmentFile, in: folder, after: earlier, faults: faults)
  }

  var faults = LoadFaults.first
  /// The executables after `--bundle`.
  var bundles: [String] = []
  /// The folder of `config.toml` and `.env`.
  var folder = "."
  /// The names of the application's functions and jobs; nil while those of its bundles are not known. Then no name is
  /// unknown.
  var functions: Set<String>? = []
  var jobs: Set<String>? = []
  /// The names of the functions and jobs that run in the host's own process, without workers.
  var inlineFunctions: Set<String> = []
  /// The application's own bundle id, the default of the configured one.
  var topic: String?
  /// The secrets that functions and jobs declare.
  var secrets: Set<String> = []
}
