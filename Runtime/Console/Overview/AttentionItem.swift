/// Something that an operator should look at.
struct AttentionItem: Sendable, Hashable {
  /// How grave it is. The graver ones come first.
  enum Severity: Int, Sendable, Hashable, Comparable {
    /// Calls, jobs or pushes fail.
    case bad
    /// They may fail later, or come late.
    case warning

    static func < (first: Severity, second: Severity) -> Bool { first.rawValue < second.rawValue }
  }

  /// Its subject, which does not change while it lasts: `dead/send_mail`.
  let key: String
  let severity: Severity
  /// The fault, in a sentence.
  let title: String
  /// Further words: its meaning, or advice.
  let detail: String
  /// The path of the page where it is settled.
  let link: String
  let linkTitle: String
}
