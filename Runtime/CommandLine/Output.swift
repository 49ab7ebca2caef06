import Edge
import FoundationEssentials
import Glibc
import Host
import Loop
import Synchronization

/// Unbuffered writes to the command's standard output and standard error.
///
/// Lines may have texts from outside, such as the names and errors of functions. Their control characters are escaped,
/// so that they cannot control a terminal.
enum Output {
  /// One of the two streams.
  enum Stream: Sendable { case output, error }

  /// Writes bytes to a stream: one of the process, unless the task has set another.
  @TaskLocal static var write: @Sendable (Data, Stream) -> Void = { data, stream in
    let isWritten = Descriptor.write(data, to: stream == .output ? STDOUT_FILENO : STDERR_FILENO)
    // What cannot be written to stderr cannot be reported.
    if !isWritten, stream == .output { Output.note(SystemError()) }
  }

  /// The first error of a write to the process's stdout.
  private static let failed = Mutex<SystemError?>(nil)

  private static func note(_ error: SystemError) { failed.withLock { if $0 == nil { $0 = error } } }

  /// Whether the reader of the process's stdout has gone, as `head` does. A command that streams then ends as one that
  /// has succeeded.
  static var readerHasGone: Bool { failed.withLock(\.self)?.number == EPIPE }

  /// Looks whether the reader of the process's stdout has gone while nothing is written.
  static func lookForReader() {
    if Descriptor.hasLostReader(STDOUT_FILENO) { note(SystemError(EPIPE)) }
  }

  /// Ends a command whose output cannot be written. A reader that has gone does not count as an error.
  ///
  /// - Throws: ``Failure`` with code 74.
  static func check() throws(Failure) {
    guard let error = failed.withLock(\.self), error.number != EPIPE else { return }
    throw Failure(.output, "The output cannot be written: \(error)")
  }

  /// Writes a line to stdout.
  static func line(_ text: String) { write(Data("\(TerminalText.escaped(lines: text))\n".utf8), .output) }

  /// Writes bytes to stdout as they are.
  static func bytes(_ bytes: [UInt8]) { write(Data(bytes), .output) }

  /// Writes a line to stderr.
  static func error(_ text: String) { write(Data("\(TerminalText.escaped(lines: text))\n".utf8), .error) }

  /// Writes a question to stderr, without a line break.
  static func question(_ text: String) { write(Data(TerminalText.escaped(lines: text).utf8), .error) }

  static func warning(_ text: String) { error("warning: \(text)") }

  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) != 0 }

  /// Whether stdout is a terminal.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) != 0 }

  /// Writes a value to stdout as one line of JSON.
  static func json(_ value: some Encodable) throws {
    let text = TerminalText.escaped(json: String(decoding: try Wire.encode(value), as: UTF8.self))
    bytes(Array("\(text)\n".utf8))
  }
}
