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

  /// The first error of a write to the process's stdout. The end of its reader (EPIPE) does not count as an error.
  private static let failed = Mutex<Failure?>(nil)

  private static func note(_ error: SystemError) {
    guard error.number != EPIPE else { return }
    let failure = Failure(.output, "The output cannot be written: \(error)")
    failed.withLock { if $0 == nil { $0 = failure } }
  }

  /// Ends a command whose output cannot be written.
  ///
  /// - Throws: ``Failure`` with code 74.
  static func check() throws(Failure) {
    if let failure = failed.withLock(\.self) { throw failure }
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
