/// The result of one check: its subject, its severity, what was found, and what to do about it.
struct Finding: Encodable, Hashable, Sendable {
  /// How serious a finding is.
  enum State: String, Encodable, Sendable {
    case good = "ok"
    /// The host runs, but not as it should.
    case warning
    /// The host does not start, or does not do its work.
    case problem
  }

  let state: State
  /// What was looked at, or the place in a file.
  let subject: String
  /// What was found, and why it matters.
  let message: String
  /// What to do; nil if there is nothing to do.
  let hint: String?

  private init(_ state: State, _ subject: String, _ message: String, hint: String?) {
    self.state = state
    self.subject = subject
    // Texts of the database and of files may have line breaks.
    self.message = Words.plain(message)
    self.hint = hint.map { Words.plain($0) }
  }

  static func good(_ subject: String, _ message: String) -> Finding { Finding(.good, subject, message, hint: nil) }

  static func warning(_ subject: String, _ message: String, hint: String? = nil) -> Finding {
    Finding(.warning, subject, message, hint: hint)
  }

  static func problem(_ subject: String, _ message: String, hint: String? = nil) -> Finding {
    Finding(.problem, subject, message, hint: hint)
  }

  /// A command's failure as a problem.
  static func problem(_ subject: String, _ failure: Failure) -> Finding {
    problem(subject, failure.message, hint: failure.hint)
  }
}
