import COpenSSL
package import Foundation

/// A certificate that OpenSSL made, with the key of its subject.
@safe package final class IssuedCertificate {
  /// What a certificate says.
  package struct Contents {
    package var name: String
    package var validity: Range<Date>
    package var isAuthority = false
    /// The object identifier of the extension that marks its purpose.
    package var marker: String?

    package init(name: String, validity: Range<Date>, isAuthority: Bool = false, marker: String? = nil) {
      self.name = name
      self.validity = validity
      self.isAuthority = isAuthority
      self.marker = marker
    }
  }

  /// The error of a certificate that OpenSSL did not make.
  package struct Failure: Error {}

  private let certificate: OpaquePointer
  private let key: OpaquePointer

  /// Issues a certificate with a new key on P-256.
  ///
  /// - Parameter issuer: the issuer; nil for a certificate that signs itself.
  package init(_ contents: Contents, by issuer: IssuedCertificate? = nil) throws {
    guard let key = unsafe copenssl_generate_p256() else { throw Failure() }
    guard let certificate = unsafe X509_new() else {
      unsafe EVP_PKEY_free(key)
      throw Failure()
    }
    unsafe self.key = key
    unsafe self.certificate = certificate
    let name = unsafe X509_get_subject_name(certificate)
    let start = time_t(contents.validity.lowerBound.timeIntervalSince1970)
    let end = time_t(contents.validity.upperBound.timeIntervalSince1970)
    guard unsafe X509_set_version(certificate, 2) == 1, unsafe X509_set_pubkey(certificate, key) == 1,
      unsafe ASN1_INTEGER_set(X509_get_serialNumber(certificate), Int.random(in: 1...1 << 60)) == 1,
      unsafe X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, contents.name, -1, -1, 0) == 1,
      unsafe X509_set_issuer_name(certificate, X509_get_subject_name((issuer ?? self).certificate)) == 1,
      unsafe ASN1_TIME_set(X509_getm_notBefore(certificate), start) != nil,
      unsafe ASN1_TIME_set(X509_getm_notAfter(certificate), end) != nil,
      Self.extensions(contents).allSatisfy({ add($0.name, $0.value, issuer: issuer ?? self) }),
      unsafe X509_sign(certificate, (issuer ?? self).key, EVP_sha256()) > 0
    else { throw Failure() }
  }

  deinit {
    unsafe X509_free(certificate)
    unsafe EVP_PKEY_free(key)
  }

  /// The certificate in DER.
  package var der: [UInt8] { unsafe Self.bytes { [certificate] in unsafe i2d_X509(certificate, $0) } }

  /// The subject's private key in DER.
  package var keyDER: [UInt8] { unsafe Self.bytes { [key] in unsafe i2d_PrivateKey(key, $0) } }

  private static func extensions(_ contents: Contents) -> [(name: String, value: String)] {
    var list = [("basicConstraints", "critical,CA:" + (contents.isAuthority ? "TRUE" : "FALSE"))]
    list.append(("keyUsage", contents.isAuthority ? "critical,keyCertSign,cRLSign" : "critical,digitalSignature"))
    list.append(("subjectKeyIdentifier", "hash"))
    list.append(("authorityKeyIdentifier", "keyid"))
    // The value is the ASN.1 null, as in Apple's certificates.
    if let marker = contents.marker { list.append((marker, "DER:05:00")) }
    return list
  }

  private func add(_ name: String, _ value: String, issuer: IssuedCertificate) -> Bool {
    var context = unsafe X509V3_CTX()
    unsafe X509V3_set_ctx(&context, issuer.certificate, certificate, nil, nil, 0)
    guard let made = unsafe X509V3_EXT_conf(nil, &context, name, value) else { return false }
    defer { unsafe X509_EXTENSION_free(made) }
    return unsafe X509_add_ext(certificate, made, -1) == 1
  }

  private static func bytes(_ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> CInt) -> [UInt8] {
    let count = Int(write(nil))
    precondition(count > 0)
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      var position = buffer.baseAddress
      written = Int(unsafe write(&position))
    }
  }
}
