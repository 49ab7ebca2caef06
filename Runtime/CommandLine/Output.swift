import Foundation

/// The two streams that a command writes to, without a buffer in between.
enum Output {
  /// One of the two.
  enum Stream: Sendable { case output, error }

  /// Where the bytes go: to the process's own streams, unless a task has others.
  @TaskLocal static var write: @Sendable (Data, Stream) -> Void = { data, stream in
    let handle = stream == .output ? FileHandle.standardOutput : .standardError
    // Whoever stopped reading wants no more: there is nobody left to tell.
    try? handle.write(contentsOf: data)
  }

  /// Writes a line to stdout.
  static func line(_ text: String) { write(Data("\(text)\n".utf8), .output) }

  /// Writes bytes to stdout as they are.
  static func bytes(_ bytes: [UInt8]) { write(Data(bytes), .output) }

  /// Writes a line to stderr.
  static func error(_ text: String) { write(Data("\(text)\n".utf8), .error) }

  /// Writes a question to stderr, and stays on its line.
  static func question(_ text: String) { write(Data(text.utf8), .error) }

  /// Writes a warning to stderr.
  static func warning(_ text: String) { error("warning: \(text)") }

  /// Whether a person reads stderr as it comes.
  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) != 0 }

  /// Whether a person reads stdout as it comes.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) != 0 }
}
