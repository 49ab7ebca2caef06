/// An error response that a function declares, for the host's OpenAPI document.
public struct DeclaredError: Sendable, Hashable {
  /// The status of the response.
  public let status: Int
  /// The name for programs, such as `SESSION_NOT_FOUND`.
  public let code: String
  /// The sentence for people; of an error with several, an example.
  public let message: String
  /// Whether the body is `{"error":{"code","message","details"}}`; otherwise it is `{"error":"message"}`.
  public let isEnvelope: Bool

  /// An error of a manifest.
  package init(status: Int, code: String, message: String, isEnvelope: Bool) {
    self.status = status
    self.code = code
    self.message = message
    self.isEnvelope = isEnvelope
  }

  /// The error that a handler throws, as its response shows it.
  init(_ error: FunctionError) {
    status = error.status.code
    code = error.code.rawValue
    message = error.message
    isEnvelope = error.shape == .envelope
  }
}
