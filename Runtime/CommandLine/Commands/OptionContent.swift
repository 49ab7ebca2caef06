import Loop

/// The bytes that an option names: the option's own text, a file's with `@<path>`, or those of standard input with `-`.
enum OptionContent {
  /// - Parameters:
  ///   - text: the option's value; nil without the option.
  ///   - what: the words for the option, at the beginning of a sentence: `The body`.
  /// - Throws: ``Failure`` for a file, or standard input, that cannot be read.
  static func bytes(_ text: String?, _ what: String) throws(Failure) -> [UInt8]? {
    guard let text else { return nil }
    if text == "-" { return try file(text, what) }
    guard text.hasPrefix("@") else { return [UInt8](text.utf8) }
    let path = String(text.dropFirst())
    return try file(path, "\(what)'s file \(path)")
  }

  /// The bytes of a file or a pipe, or those of standard input with `-`.
  ///
  /// - Parameter what: the words for it, at the beginning of a sentence: `The payload's file push.json`.
  /// - Throws: ``Failure`` for a file, or standard input, that cannot be read.
  static func file(_ path: String, _ what: String) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      return try path == "-" ? InputFile.standardInput() : InputFile.bytes(at: path)
    } catch {
      throw Failure(.failed, "\(what) cannot be read\(path == "-" ? " from standard input" : ""): \(error)")
    }
  }

  /// The text of a file or a pipe, or that of standard input with `-`: as ``file(_:_:)``.
  static func text(_ path: String, _ what: String) throws(Failure) -> String {
    guard let text = String(validating: try file(path, what), as: UTF8.self) else {
      throw Failure(.failed, "\(what) is not text in UTF-8")
    }
    return text
  }
}
