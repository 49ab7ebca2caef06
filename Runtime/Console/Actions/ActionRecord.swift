package import FoundationEssentials
import Wire

/// An action of a session: a row of the table of actions.
package struct ActionRecord: Sendable, Hashable {
  /// The instant at which it ended.
  package let date: Date
  package let session: String
  package let role: SessionRole
  /// The page, such as `queue`.
  package let section: String
  /// The action of the page, such as `retry`.
  package let action: String
  /// Its subject: the fields of its form that name jobs, functions and versions, such as `id=42`.
  package let subject: String
  /// The number of jobs, workers or deliveries that it changed.
  package let count: Int
  /// The reason why nothing was changed; nil for success.
  package let failure: String?

  /// The most bytes of the texts of a row.
  static let textLimit = 500

  /// The names of the fields that a record shows. Others may hold secrets or payloads.
  private static let shown: Set<String> = [
    "all", "bundle", "count", "environment", "filter", "function", "group", "host", "id", "ids", "job", "key", "kind",
    "lane", "name",
    "pid", "priority", "q", "queue", "role", "section", "state", "status", "topic", "user", "version", "worker",
  ]

  /// The record of an action that was tried.
  package init(
    of action: String, on section: Section, _ form: Form, by session: Session, at date: Date,
    _ result: Result<ActionOutcome, PageError>
  ) {
    self.date = date
    self.session = session.id
    role = session.role
    self.section = section.rawValue
    self.action = Self.cut(action)
    let fields = form.fields.filter { Self.shown.contains($0.name) && !$0.value.isEmpty }
    subject = Self.cut(fields.map { "\($0.name)=\($0.value)" }.joined(separator: " "))
    switch result {
    case .success(let outcome):
      count = outcome.count
      failure = nil
    case .failure(let error):
      count = 0
      failure = Self.cut(error == .notFound ? "not found" : error.message)
    }
  }

  /// The beginning of a text, without NULs, which Postgres cannot store.
  private static func cut(_ text: String) -> String {
    let text = text.replacing("\0", with: "\u{FFFD}")
    // A cut text has three more bytes.
    return text.utf8.count > textLimit ? text.cut(toBytes: textLimit - 3) : text
  }
}
