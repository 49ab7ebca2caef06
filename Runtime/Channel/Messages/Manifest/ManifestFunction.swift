package import Edge

/// A function of a bundle, without its code.
package struct ManifestFunction: Codable, Sendable, Hashable {
  package var name: String
  /// The properties by which the host treats its requests.
  package var traits: ManifestTraits
  /// The JSON that it takes and returns.
  package var schema: ManifestSchema
  /// Whether jobs of it have a unique key, which is made by the function itself.
  package var hasUniqueKey: Bool

  package init(_ function: any Endpoint) {
    name = function.name
    traits = ManifestTraits(function.traits)
    schema = ManifestSchema(function.schema)
    hasUniqueKey = (function as? any KeyedEndpoint)?.hasUniqueKey ?? false
  }
}
