import Wire

extension Form {
  /// The form with some fields replaced, in the order of the fields; nil removes a field.
  package func replacing(_ values: KeyValuePairs<String, String?>) -> Form {
    var fields = fields
    for (name, value) in values {
      let index = fields.firstIndex { $0.name == name }
      fields.removeAll { $0.name == name }
      guard let value else { continue }
      fields.insert(Field(name, value), at: min(index ?? fields.count, fields.count))
    }
    return Form(fields)
  }

  /// The form as a query, without its question mark: `q=status%3A5xx&sort=-count`.
  package var encoded: String {
    fields.map { "\(Self.encode($0.name))=\(Self.encode($0.value))" }.joined(separator: "&")
  }

  /// The form as the link to the same page with this query.
  package var link: String { "?\(encoded)" }

  /// Percent-encodes all but the unreserved characters (RFC 3986, section 2.3).
  package static func encode(_ text: String) -> String { PercentEncoding.encode(text) }
}
