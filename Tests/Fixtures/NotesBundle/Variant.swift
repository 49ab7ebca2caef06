import Foundation

/// What this executable is: a word that a test appends to a copy of it, after `variant:`. Without one it is `first`.
enum Variant {
  private static let mark = Data("variant:".utf8)

  /// The word at the end of the executable's file.
  static let word: String = {
    guard let file = FileHandle(forReadingAtPath: CommandLine.arguments[0]), let end = try? file.seekToEnd(),
      (try? file.seek(toOffset: end > 64 ? end - 64 : 0)) != nil, let tail = try? file.readToEnd(),
      let found = tail.range(of: mark)
    else { return "first" }
    return String(decoding: tail[found.upperBound...], as: UTF8.self)
  }()
}
