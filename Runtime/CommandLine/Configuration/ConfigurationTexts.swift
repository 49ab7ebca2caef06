/// The texts of `config.toml` and `.env` as they were at one time.
struct ConfigurationTexts: Sendable, Hashable {
  /// One file.
  struct Text: Sendable, Hashable {
    let path: String
    let text: String
  }

  /// Nil without a `config.toml`.
  let configuration: Text?
  /// Nil without a `.env`.
  let variables: Text?

  /// Reads both files.
  ///
  /// - Throws: ``Failure`` for a missing file that a flag names, and for a file that is not UTF-8 text.
  ///
  /// - Parameters:
  ///   - configuration: the path after `--config`; nil tries `config.toml`.
  ///   - variables: the path after `--env-file`; nil tries `.env`.
  ///   - folder: the folder of both.
  init(configuration: String?, variables: String?, in folder: String) throws(Failure) {
    self.configuration = try Self.read(configuration, "config.toml", "--config", folder)
    self.variables = try Self.read(variables, ".env", "--env-file", folder)
  }

  /// Checks that no file is gone that an earlier reading found.
  ///
  /// - Throws: ``Failure`` that names the file.
  func checkFiles(of earlier: ConfigurationTexts) throws(Failure) {
    let files = [(earlier.configuration, configuration), (earlier.variables, variables)]
    for case (let file?, .none) in files {
      throw Failure(
        .configuration, "the file \(file.path), with which the host was started, is gone",
        hint: "put it back, or restart the host without it")
    }
  }

  private static func read(
    _ named: String?, _ usual: String, _ flag: String, _ folder: String
  ) throws(Failure) -> Text? {
    let found = try Paths.text(named: named, usual: Paths.resolve(usual, in: folder), flag: flag)
    return found.map { Text(path: $0.path, text: $0.text) }
  }
}
