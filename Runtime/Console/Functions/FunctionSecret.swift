/// A secret that a function sees. Its value never reaches the console.
package struct FunctionSecret: Sendable, Hashable {
  package let name: String
  package let isSet: Bool
  /// Whether the function works without it.
  package let isOptional: Bool

  package init(_ name: String, isSet: Bool, isOptional: Bool = false) {
    self.name = name
    self.isSet = isSet
    self.isOptional = isOptional
  }
}
