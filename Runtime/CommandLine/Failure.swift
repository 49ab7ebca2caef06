/// Why a command ends without having done what it was asked for.
///
/// It is written to stderr as `error: …` and, where there is something to do about it, `hint: …`.
struct Failure: Error, Hashable, CustomStringConvertible {
  /// The codes that a script can use (`sysexits.h`, as ArgumentParser's 64 for wrong usage).
  enum Code: Int32 {
    /// What was asked for failed.
    case failed = 1
    /// The host has stopped, and cut off work that did not end within the grace period (EX_TEMPFAIL).
    case cutOff = 75
    /// The port is taken, the database cannot be opened.
    case unavailable = 69
    /// Flags, environment and files do not make a configuration.
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
