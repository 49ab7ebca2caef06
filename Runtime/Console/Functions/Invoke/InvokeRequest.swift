/// A call of a function from the console.
package struct InvokeRequest: Sendable, Hashable {
  /// The method in upper case.
  package let method: String
  /// The path with the query, encoded.
  package let target: String
  /// The body; nil for none.
  package let body: [UInt8]?
  /// The media type of the body.
  package let contentType: String
  /// The caller.
  package let caller: InvokeCaller

  package init(
    method: String, target: String, body: [UInt8]?, contentType: String = "application/json", caller: InvokeCaller
  ) {
    self.method = method
    self.target = target
    self.body = body
    self.contentType = contentType
    self.caller = caller
  }
}
