/// A call of a function from the console.
package struct InvokeRequest: Sendable, Hashable {
  /// The method in upper case.
  package let method: String
  /// The path with the query, encoded.
  package let target: String
  package let body: [UInt8]?
  package var contentType = "application/json"
  package let caller: InvokeCaller
}
