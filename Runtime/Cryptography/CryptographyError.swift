/// The error of a key or a certificate that cannot be used, did not sign, or was not derived. It contains no part of
/// the key.
package struct CryptographyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of errors.
  package enum Code: Hashable, Sendable {
    /// The text has no PEM block, or one that is cut off.
    case notPEM
    /// The key is encrypted with a password, which is not supported.
    case encrypted
    /// The key is of another kind, or on another curve.
    case wrongKind
    /// The key is too short or too long, or its parameters are unsafe.
    case weak
    /// The bytes are not a key: they are damaged, or the point is not on the curve.
    case damaged
    case notSigned
    case notDerived
    /// The certificates do not lead to the trusted root, or were issued for another purpose.
    case notTrusted
  }

  package let code: Code

  /// The text, as the end of a sentence about the key.
  package let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
