/// A statement, or a part of one, with the values it binds.
///
/// Written as a string literal, whose interpolations become bindings and never text:
///
/// ```swift
/// try await database.query("SELECT id, name FROM users WHERE email = \(email) AND age > \(age)")
/// ```
///
/// Another `SQL` is spliced in with its own bindings, so conditions can be composed. `\(raw:)` pastes, and takes only
/// text that stands in the program.
public struct SQL: Sendable, Hashable {
  /// A value and where its placeholder stands: the UTF-8 offset in ``text``.
  struct Binding: Sendable, Hashable {
    let offset: Int
    let value: DatabaseValue
  }

  /// The text with a `?` for each binding: SQLite's placeholder. It holds no bound value.
  public private(set) var text: String

  /// What is bound, in the order of the placeholders.
  private(set) var bindings: [Binding]

  /// What is bound, in the order of the placeholders.
  public var values: [DatabaseValue] { bindings.map(\.value) }

  /// The statement with nothing bound, for whoever keeps it.
  var withoutValues: SQL {
    SQL(text: text, bindings: bindings.map { Binding(offset: $0.offset, value: .null) })
  }

  init(text: String, bindings: [Binding] = []) {
    self.text = text
    self.bindings = bindings
  }

  /// The text with numbered placeholders, `$1` for the first: Postgres' spelling.
  public var numberedText: String {
    var result = ""
    result.reserveCapacity(text.utf8.count + bindings.count * 2)
    var rest = text.utf8[...]
    for (index, binding) in bindings.enumerated() {
      let placeholder = text.utf8.index(text.utf8.startIndex, offsetBy: binding.offset)
      result += String(decoding: rest[..<placeholder], as: UTF8.self) + "$\(index + 1)"
      rest = rest[text.utf8.index(after: placeholder)...]
    }
    return result + String(decoding: rest, as: UTF8.self)
  }
}

extension SQL {
  /// A text that this package made by itself.
  package init(verbatim text: String) { self.init(text: text) }
}

extension SQL: CustomStringConvertible {
  /// The text without what is bound: safe in a log.
  public var description: String { text }
}

extension SQL: CustomReflectable {
  /// Leaves the bound values out of `dump` and of interpolations of larger values.
  public var customMirror: Mirror { Mirror(self, children: ["text": text]) }
}
