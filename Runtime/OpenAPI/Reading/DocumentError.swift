/// The error of JSON that is no OpenAPI document.
package struct DocumentError: Error, Hashable {
  /// What is wrong.
  package let reason: String
}
