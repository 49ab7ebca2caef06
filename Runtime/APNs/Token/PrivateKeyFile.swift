internal import Cryptography
import Push

/// The reader of `.p8` files. Its errors say what the text is instead, and never repeat a part of it.
enum PrivateKeyFile {
  /// Reads a key on P-256 from PEM: PKCS #8, as Apple hands it out, or SEC 1.
  static func key(_ text: String) throws(PushError) -> P256PrivateKey {
    let block = try block(text)
    switch block.label {
    case "PRIVATE KEY", "EC PRIVATE KEY": break
    case "RSA PRIVATE KEY": throw fault("is an RSA key")
    case "ENCRYPTED PRIVATE KEY": throw fault("is encrypted with a password")
    case "PUBLIC KEY": throw fault("is a public key; the private one is needed")
    case "CERTIFICATE": throw fault("is a certificate; a key for provider tokens is needed")
    default: throw fault("is not a private key")
    }
    guard let der = block.der else {
      throw fault("is damaged: the text between its first and last line is not Base64")
    }
    guard der.contains(p256) else { throw fault(otherKind(der)) }
    do throws(CryptographyError) { return try P256PrivateKey(der: der) } catch { throw fault("is damaged") }
  }

  /// The curve's object identifier.
  private static let p256: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]

  /// The first block of the text.
  private static func block(_ text: String) throws(PushError) -> PEMBlock {
    do throws(PEMBlock.Problem) {
      return try PEMBlock(text)
    } catch {
      switch error {
      case .isEmpty: throw fault("is empty")
      case .hasNoFirstLine: throw fault("has no line `-----BEGIN PRIVATE KEY-----`")
      case .hasNoLastLine: throw fault("has no line `-----END PRIVATE KEY-----`: it is cut off")
      }
    }
  }

  /// Describes a key that is not on P-256.
  private static func otherKind(_ der: [UInt8]) -> String {
    let kinds: [(identifier: [UInt8], words: String)] = [
      ([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01], "is an RSA key"),
      ([0x2B, 0x81, 0x04, 0x00, 0x22], "is on the curve P-384"),
      ([0x2B, 0x81, 0x04, 0x00, 0x23], "is on the curve P-521"),
      ([0x2B, 0x81, 0x04, 0x00, 0x0A], "is on the curve secp256k1"),
      ([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01], "is on another curve"),
      ([0x06, 0x03, 0x2B, 0x65, 0x70], "is an Ed25519 key"),
    ]
    return kinds.first { der.contains($0.identifier) }?.words ?? "is damaged"
  }

  private static func fault(_ words: String) -> PushError {
    PushError(
      .invalidCredentials, field: "private key",
      "It \(words). Use the .p8 file from Apple's developer portal: an elliptic-curve key on P-256, in PEM.")
  }
}
