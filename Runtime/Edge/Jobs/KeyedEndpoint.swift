/// An endpoint that knows whether its jobs have unique keys.
package protocol KeyedEndpoint: Endpoint {
  var hasUniqueKey: Bool { get }
}

extension Function: KeyedEndpoint {
  /// Whether a key was declared, and there is an input to make it of.
  package var hasUniqueKey: Bool { uniqueKey != nil && Input.self != Never.self }
}
