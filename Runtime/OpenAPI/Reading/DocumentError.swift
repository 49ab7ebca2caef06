/// The reason why JSON cannot be read as an OpenAPI document.
package struct DocumentError: Error, Hashable {
  /// The reason, in words.
  package let reason: String
}
