import FoundationEssentials
import Loop

/// The texts of `config.toml` and `.env` as they were at one time.
struct ConfigurationTexts: Sendable, Hashable {
  /// One file.
  struct Text: Sendable, Hashable {
    let path: String
    let text: String
    /// Whether it is a regular file. A pipe can be read only once.
    let isRegular: Bool
  }

  /// Nil without a `config.toml`.
  let configuration: Text?
  /// Nil without a `.env`.
  let variables: Text?

  /// Reads both files. Without a path after `--config`, nil, it tries `config.toml`; without one after `--env-file`, it
  /// tries `.env`.
  ///
  /// - Parameters:
  ///   - earlier: the texts of an earlier reading; those of pipes are kept.
  ///   - faults: the collector of files that cannot be read; a noted one counts as no file.
  /// - Throws: ``Failure`` for a missing file that a flag names, and for a file that is not UTF-8 text.
  init(
    configuration: String?, variables: String?, in folder: String, after earlier: ConfigurationTexts? = nil,
    faults: LoadFaults = .first
  ) throws(Failure) {
    self.configuration = try faults.attempt { () throws(Failure) in
      try Self.read(configuration, "config.toml", "--config", folder, after: earlier?.configuration)
    }.flatMap(\.self)
    self.variables = try faults.attempt { () throws(Failure) in
      try Self.read(variables, ".env", "--env-file", folder, after: earlier?.variables)
    }.flatMap(\.self)
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

  /// The text of a file; nil if there is no flag and no file.
  ///
  /// - Parameters:
  ///   - named: the path in the flag; the file has to exist.
  ///   - usual: the name of the file without the flag, which may be missing.
  private static func read(
    _ named: String?, _ usual: String, _ flag: String, _ folder: String, after earlier: Text?
  ) throws(Failure) -> Text? {
    if let earlier, !earlier.isRegular { return earlier }
    let path = named ?? Paths.resolve(usual, in: folder)
    guard FileManager.default.fileExists(atPath: path) else {
      guard named != nil else { return nil }
      throw Failure(.configuration, "the file \(path) does not exist", hint: "check the path after \(flag)")
    }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try InputFile.bytes(at: path)
    } catch {
      throw Failure(
        .configuration, "\(path) cannot be read: \(error)", hint: "check that it is a file, and its permissions")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.configuration, "\(path) is not a text in UTF-8")
    }
    return Text(path: path, text: text, isRegular: FileStatus(of: path)?.kind == .regular)
  }
}
