/// The answer to a call from the console.
package struct InvokeAnswer: Sendable, Hashable {
  package struct Field: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The most bytes of a body that are kept.
  package static let bodyLimit = 64 << 10

  package let status: Int
  package let headers: [Field]
  /// The first bytes of the body.
  package let body: [UInt8]
  /// Whether the body had more bytes, or broke off.
  package let isCut: Bool
  /// The time until the end of the body, or until it was cut.
  package let duration: Duration

  package init(status: Int, headers: [Field], body: [UInt8], isCut: Bool, duration: Duration) {
    self.status = status
    self.headers = headers
    self.body = body
    self.isCut = isCut
    self.duration = duration
  }

  /// The invocation's id, by which its record and its log lines are found.
  package var id: String? { headers.first { $0.name.lowercased() == "sb-request-id" }?.value }
}
