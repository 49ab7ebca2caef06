import Edge

/// The fields of a form or of a query, in order. A name may occur more than once.
package struct Form: Sendable, Hashable {
  package let fields: [Field]

  package struct Field: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package init(_ fields: [Field] = []) { self.fields = fields }

  /// Reads `name=value&name=value`, the form of queries and of `application/x-www-form-urlencoded` (WHATWG URL, 5.1).
  package init(encoded text: String?) {
    fields = Request(rawQuery: text).query.map { Field($0.name, $0.value) }
  }

  /// The first value of a name; nil if it does not occur.
  package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  package func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
}
