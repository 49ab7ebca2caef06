public import Edge

/// The error of a response whose body does not decode as the type that a test reads.
public struct UnreadableResponse: Error, CustomStringConvertible {
  /// The response's status code.
  public let status: Int
  /// The first 500 bytes of the body, as text.
  public let text: String
  /// The fault of the JSON.
  public let fault: JSONFault

  /// The status, the fault and the beginning of the body.
  public var description: String { "The response \(status) is not readable: \(fault). It begins with: \(text)" }

  init(status: Int, body: [UInt8], _ fault: JSONFault) {
    self.status = status
    text = String(decoding: body.prefix(500), as: UTF8.self)
    self.fault = fault
  }
}
