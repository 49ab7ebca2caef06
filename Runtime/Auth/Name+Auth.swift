import Edge
import HTTPTypes

extension HTTPField.Name {
  static let apiVersion = named("x-supabase-api-version")
  static let sbErrorCode = named("x-sb-error-code")
  static let totalCount = named("x-total-count")
  static let link = named("link")
}
