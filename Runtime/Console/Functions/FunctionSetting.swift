/// One setting of a function that is in force.
package struct FunctionSetting: Sendable, Hashable {
  /// Its key in `[functions.<name>]`.
  package let key: String
  /// The value in words.
  package let value: String
  /// Where the value comes from: a file and section, `code`, or `default`.
  package let origin: String

  package init(_ key: String, _ value: String, from origin: String) {
    self.key = key
    self.value = value
    self.origin = origin
  }
}
