import ArgumentParser

/// The flags of every command that reads the configuration and knows the bundles.
struct ConfigurationOptions: ParsableArguments {
  @OptionGroup var files: ConfigurationFiles

  @Option(
    name: .customLong("bundle"), parsing: .singleValue,
    help: "A bundle to use beside those that are deployed: the path of its executable. May be repeated.")
  var bundles: [String] = []

  /// The sources that the flags name; the files are not read yet.
  func request() -> ConfigurationRequest { files.request(bundles: bundles) }

  /// Reads the configuration and writes its warnings to stderr.
  ///
  /// - Parameters:
  ///   - flags: the values of the command's own flags, by their names without dashes.
  ///   - bundles: executables besides those after `--bundle`.
  func load(flags: [String: String?] = [:], bundles: [String] = []) throws(Failure) -> LoadedConfiguration {
    try files.load(flags: flags, bundles: self.bundles + bundles)
  }
}
