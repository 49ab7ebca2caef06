import FoundationEssentials
import Wire

/// The query of a request's target.
struct Query {
  private let fields: [(name: String, value: String)]

  init(_ text: some StringProtocol) {
    fields = text.split(separator: "&").map { field in
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let texts = parts.map { PercentEncoding.decode($0, plusIsSpace: true) ?? String($0) }
      return (texts[0], texts.count > 1 ? texts[1] : "")
    }
  }

  /// The value of a field; nil if it is missing or empty.
  subscript(name: String) -> String? {
    fields.first { $0.name == name && !$0.value.isEmpty }?.value
  }

  /// Whether a field is present, with or without a value.
  func has(_ name: String) -> Bool { fields.contains { $0.name == name } }
}
