package import HTTPTypes

extension HTTPField.Name {
  /// The field name of a text that is a token.
  package static func named(_ text: StaticString) -> HTTPField.Name {
    HTTPField.Name("\(text)") ?? .xContentTypeOptions
  }
}
