import ArgumentParser

/// The flags of every command that reads the configuration and knows the bundles.
struct ConfigurationOptions: ParsableArguments {
  @OptionGroup var files: ConfigurationFiles

  @Option(
    name: .customLong("bundle"), parsing: .singleValue,
    help: "A bundle to use beside those that are deployed: the path of its executable. May be repeated.",
    completion: .file())
  var bundles: [String] = []

  /// The sources that the flags name; the files are not read yet.
  func request() -> ConfigurationRequest { files.request(bundles: bundles) }

  /// As ``ConfigurationFiles/load(flags:bundles:)``, with the executables after `--bundle` before `bundles`.
  func load(flags: [String: String?] = [:], bundles: [String] = []) throws(Failure) -> LoadedConfiguration {
    try files.load(flags: flags, bundles: self.bundles + bundles)
  }
}
