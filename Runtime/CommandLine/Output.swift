import Foundation

/// The two streams that a command writes to, without a buffer in between.
enum Output {
  /// Writes a line to stdout.
  static func line(_ text: String) { write(Data("\(text)\n".utf8), to: .standardOutput) }

  /// Writes bytes to stdout as they are.
  static func bytes(_ bytes: [UInt8]) { write(Data(bytes), to: .standardOutput) }

  /// Writes a line to stderr.
  static func error(_ text: String) { write(Data("\(text)\n".utf8), to: .standardError) }

  /// Writes a warning to stderr.
  static func warning(_ text: String) { error("warning: \(text)") }

  /// Whether a person reads stderr as it comes.
  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) != 0 }

  /// Whether a person reads stdout as it comes.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) != 0 }

  // Whoever stopped reading wants no more: there is nobody left to tell.
  private static func write(_ data: Data, to handle: FileHandle) { try? handle.write(contentsOf: data) }
}
