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
  /// - Throws: ``Failure`` for a file that a flag names and that is missing, and for one that is no text.
  init(_ request: ConfigurationRequest) throws(Failure) {
    configuration = try Self.read(request.configurationFile, "config.toml", "--config", request)
    variables = try Self.read(request.environmentFile, ".env", "--env-file", request)
  }

  private static func read(
    _ named: String?, _ usual: String, _ flag: String, _ request: ConfigurationRequest
  ) throws(Failure) -> Text? {
    let found = try Paths.text(named: named, usual: Paths.resolve(usual, in: request.folder), flag: flag)
    return found.map { Text(path: $0.path, text: $0.text) }
  }
}
