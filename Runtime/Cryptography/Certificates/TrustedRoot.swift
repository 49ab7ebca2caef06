import COpenSSL
import FoundationEssentials

/// A trust anchor: the only root certificate by which signers' certificates are accepted.
///
/// A chain has exactly three certificates: the signer's, one intermediate certificate and this root. libcrypto checks
/// it by RFC 5280 with its strict rules: signatures, names, validity, basic constraints and key usage. Revocation is
/// not checked, since that needs a network.
package struct TrustedRoot: Sendable {
  package static let chainLength = 3
  /// The most bytes of a certificate.
  private static let maximumByteCount = 16 << 10

  private let certificate: CertificateHandle

  /// A root from its bytes in DER.
  ///
  /// - Throws: ``CryptographyError`` if the bytes are not a certificate.
  package init(der: [UInt8]) throws(CryptographyError) {
    guard let certificate = CertificateHandle(der: der) else {
      throw CryptographyError(.damaged, "it is not a certificate")
    }
    self.certificate = certificate
  }

  /// A root from a block `CERTIFICATE` in PEM, or from its bytes in base64.
  ///
  /// - Throws: ``CryptographyError`` if the text is not a certificate.
  package init(text: String) throws(CryptographyError) {
    if text.contains("-----BEGIN ") {
      try self.init(der: try PEMBlock.der(of: text, labels: ["CERTIFICATE"]))
    } else {
      guard let der = Data(base64Encoded: text.filter { !$0.isWhitespace }), !der.isEmpty else {
        throw CryptographyError(.notPEM, "it is neither PEM nor base64")
      }
      try self.init(der: [UInt8](der))
    }
  }

  /// The public key of a signer whose certificate leads to this root.
  ///
  /// - Parameters:
  ///   - chain: the certificates in DER: the signer's, the intermediate one, this root.
  ///   - markers: the object identifiers of extensions that the signer's and the intermediate certificate must have.
  ///   - seconds: the instant at which all certificates must be valid, in seconds since 1970.
  /// - Throws: ``CryptographyError`` with ``CryptographyError/Code/damaged`` for bytes that are not certificates, and
  ///   with ``CryptographyError/Code/notTrusted`` for a chain that is not accepted.
  package func signerKey(
    of chain: [[UInt8]], markers: (signer: String, intermediate: String), at seconds: Int
  ) throws(CryptographyError) -> P256PublicKey {
    guard chain.count == Self.chainLength else {
      throw CryptographyError(.notTrusted, "the chain does not have \(Self.chainLength) certificates")
    }
    let certificates = chain.compactMap { $0.count <= Self.maximumByteCount ? CertificateHandle(der: $0) : nil }
    guard certificates.count == chain.count else {
      throw CryptographyError(.damaged, "the chain has bytes that are not a certificate")
    }
    let (signer, intermediate) = (certificates[0], certificates[1])
    guard certificates[2].isSame(as: certificate) else {
      throw CryptographyError(.notTrusted, "the chain does not end with the trusted root")
    }
    guard signer.hasExtension(markers.signer), intermediate.hasExtension(markers.intermediate) else {
      throw CryptographyError(.notTrusted, "a certificate was issued for another purpose")
    }
    guard isValid(signer, intermediate, at: seconds) else {
      throw CryptographyError(.notTrusted, "the certificates do not lead to the trusted root, or are not valid now")
    }
    return try P256PublicKey(der: signer.publicKeyDER)
  }

  /// Whether the chain that libcrypto builds is the signer, the intermediate certificate and this root.
  private func isValid(_ signer: CertificateHandle, _ intermediate: CertificateHandle, at seconds: Int) -> Bool {
    let store = unsafe X509_STORE_new()
    let untrusted = unsafe OPENSSL_sk_new_null()
    let context = unsafe X509_STORE_CTX_new()
    defer {
      unsafe X509_STORE_CTX_free(context)
      unsafe OPENSSL_sk_free(untrusted)
      unsafe X509_STORE_free(store)
      ERR_clear_error()
    }
    guard unsafe X509_STORE_add_cert(store, certificate.pointer) == 1,
      unsafe OPENSSL_sk_push(untrusted, UnsafeRawPointer(intermediate.pointer)) == 1,
      unsafe X509_STORE_CTX_init(context, store, signer.pointer, untrusted) == 1,
      let parameters = unsafe X509_STORE_CTX_get0_param(context)
    else { return false }
    let rules = UInt(X509_V_FLAG_X509_STRICT)
    guard unsafe X509_VERIFY_PARAM_set_flags(parameters, rules) == 1 else { return false }
    unsafe X509_VERIFY_PARAM_set_time(parameters, time_t(seconds))
    // The depth counts the certificates between the signer's and the root.
    unsafe X509_VERIFY_PARAM_set_depth(parameters, 1)
    // 112 bits: no SHA-1 and no short keys.
    unsafe X509_VERIFY_PARAM_set_auth_level(parameters, 2)
    guard unsafe X509_verify_cert(context) == 1, let chain = unsafe X509_STORE_CTX_get0_chain(context),
      unsafe OPENSSL_sk_num(chain) == CInt(Self.chainLength), let second = unsafe OPENSSL_sk_value(chain, 1)
    else { return false }
    return unsafe X509_cmp(intermediate.pointer, OpaquePointer(second)) == 0
  }
}
