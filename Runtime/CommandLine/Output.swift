import Foundation

/// Unbuffered writes to the command's standard output and standard error.
enum Output {
  /// One of the two streams.
  enum Stream: Sendable { case output, error }

  /// Writes bytes to a stream: one of the process, unless the task has set another.
  @TaskLocal static var write: @Sendable (Data, Stream) -> Void = { data, stream in
    let handle = stream == .output ? FileHandle.standardOutput : .standardError
    // A reader that has left is not an error of the command.
    try? handle.write(contentsOf: data)
  }

  /// Writes a line to stdout.
  static func line(_ text: String) { write(Data("\(text)\n".utf8), .output) }

  /// Writes bytes to stdout as they are.
  static func bytes(_ bytes: [UInt8]) { write(Data(bytes), .output) }

  /// Writes a line to stderr.
  static func error(_ text: String) { write(Data("\(text)\n".utf8), .error) }

  /// Writes a question to stderr, without a line break.
  static func question(_ text: String) { write(Data(text.utf8), .error) }

  /// Writes a warning to stderr.
  static func warning(_ text: String) { error("warning: \(text)") }

  /// Whether stderr is a terminal.
  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) != 0 }

  /// Whether stdout is a terminal.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) != 0 }
}
