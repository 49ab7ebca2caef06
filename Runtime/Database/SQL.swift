/// A statement, or a part of one, with the values it binds.
///
/// Written as a string literal, whose interpolations become bindings and never text:
///
/// ```swift
/// try await database.query("SELECT id, name FROM users WHERE email = \(email) AND age > \(age)")
/// ```
///
/// Another `SQL` is inserted with its own bindings, so that conditions can be composed. `\(raw:)` inserts text, and
/// takes only literals of the program.
public struct SQL: Sendable, Hashable {
  /// A value, and the UTF-8 offset of its placeholder in ``text``.
  package struct Binding: Sendable, Hashable {
    package let offset: Int
    package let value: DatabaseValue
  }

  /// The text with a `?`, SQLite's placeholder, for each binding.
  public private(set) var text: String

  /// The bindings, in the order of the placeholders.
  package private(set) var bindings: [Binding]

  /// The bound values, in the order of the placeholders.
  public var values: [DatabaseValue] { bindings.map(\.value) }

  /// The statement with `NULL` in place of each value, for a cache that must not hold values.
  package var withoutValues: SQL {
    SQL(text: text, bindings: bindings.map { Binding(offset: $0.offset, value: .null) })
  }

  package init(text: String, bindings: [Binding] = []) {
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
  /// A statement of the package's own text, without bindings.
  package init(verbatim text: String) { self.init(text: text) }
}

extension SQL: CustomStringConvertible {
  /// The text without the bound values, which is safe to log.
  public var description: String { text }
}

extension SQL: CustomReflectable {
  /// The text alone, so that `dump` and interpolations of larger values show no bound value.
  public var customMirror: Mirror { Mirror(self, children: ["text": text]) }
}
