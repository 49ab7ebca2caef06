/// The error that ends a command: its exit code, a message and a hint.
///
/// It is written to stderr as `error: …` and, if it has a hint, `hint: …`.
struct Failure: Error, Hashable, CustomStringConvertible {
  /// The exit codes of `sysexits.h`. ArgumentParser has one more, 64, for wrong usage.
  enum Code: Int32 {
    case failed = 1
    /// The host has stopped, and has cut off work that did not end within the grace period (EX_TEMPFAIL).
    case cutOff = 75
    /// The command's output cannot be written, such as to a full disk (EX_IOERR).
    case output = 74
    /// The port is taken, or the database cannot be opened.
    case unavailable = 69
    /// The flags, the environment or the files have a wrong value.
    case configuration = 78
  }

  let code: Code
  let message: String
  let hint: String?

  init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// The lines for stderr, without the last line break.
  var description: String { "error: \(message)" + (hint.map { "\nhint: \($0)" } ?? "") }
}
