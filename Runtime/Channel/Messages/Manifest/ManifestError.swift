package import Edge

/// The form of ``DeclaredError`` in a manifest.
package struct ManifestError: Codable, Sendable, Hashable {
  private var status: Int
  private var code: String
  private var message: String
  private var isEnvelope: Bool

  package init(_ error: DeclaredError) {
    status = error.status
    code = error.code
    message = error.message
    isEnvelope = error.isEnvelope
  }

  package var error: DeclaredError {
    DeclaredError(status: status, code: code, message: message, isEnvelope: isEnvelope)
  }

  private enum CodingKeys: String, CodingKey {
    case status, code, message
    case isEnvelope = "envelope"
  }
}
