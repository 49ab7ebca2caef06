/// The reason why JSON cannot be read as an OpenAPI document.
package struct DocumentError: Error, Hashable {
  package let reason: String
}
