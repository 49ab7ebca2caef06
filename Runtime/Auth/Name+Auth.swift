import HTTPTypes

/// The field name of a valid text.
private func name(_ text: StaticString) -> HTTPField.Name {
  HTTPField.Name("\(text)") ?? .xContentTypeOptions
}

extension HTTPField.Name {
  static let apiVersion = name("x-supabase-api-version")
  static let sbErrorCode = name("x-sb-error-code")
  static let totalCount = name("x-total-count")
  static let link = name("link")
}
