import FoundationEssentials
import Glibc
import Loop

/// The bytes that an option names: the option's own text, a file's with `@<path>`, or those of standard input with `-`.
enum OptionContent {
  /// - Parameters:
  ///   - text: the option's value; nil without the option.
  ///   - what: the words for the option, at the beginning of a sentence: `The body`.
  /// - Throws: ``Failure`` for a file, or standard input, that cannot be read.
  static func bytes(_ text: String?, _ what: String) throws(Failure) -> [UInt8]? {
    guard let text else { return nil }
    if text == "-" {
      guard let bytes = Descriptor.readToEnd(STDIN_FILENO) else {
        throw Failure(.failed, "\(what) cannot be read from standard input: \(SystemError())")
      }
      return bytes
    }
    guard text.hasPrefix("@") else { return [UInt8](text.utf8) }
    let path = String(text.dropFirst())
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure(.failed, "\(what)'s file \(path) cannot be read")
    }
    return [UInt8](data)
  }
}
