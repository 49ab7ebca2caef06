/// The error of a signed text that is not accepted. It contains no part of the text.
public struct SignedPayloadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of errors.
  public enum Code: Hashable, Sendable {
    /// The text is not a JSON Web Signature with certificates, or its payload is not of the expected type.
    case malformed
    /// The signature is not valid, or its signer's certificate does not lead to the trusted root.
    case untrusted
    /// The trusted root is not a certificate: a fault of the configuration.
    case root
    /// There is no verifier of certificates.
    case unavailable
  }

  /// The kind of the error.
  public let code: Code
  /// The reason, a sentence.
  public let description: String

  /// Describes an error.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
