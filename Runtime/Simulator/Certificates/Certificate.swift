import COpenSSL
import FoundationEssentials

/// An X.509 certificate of version 3.
@safe final class Certificate {
  /// An extension of a certificate, in the notation of OpenSSL's configuration files.
  struct Extension: Sendable {
    let id: CInt
    let value: String
  }

  let pointer: OpaquePointer

  /// Reads the first certificate of a text in PEM.
  init(pem: String) throws(OpenSSLError) {
    let memory = try PEMMemory(pem)
    guard let pointer = unsafe PEM_read_bio_X509(memory.pointer, nil, nil, nil) else {
      throw OpenSSLError("certificate")
    }
    unsafe self.pointer = pointer
  }

  /// Issues a certificate with a random serial number. One without an issuer is self-signed.
  init(
    subject: [(name: String, value: String)], key: PrivateKey, validity: Range<Date>, extensions: [Extension],
    issuer: Certificate?, signer: PrivateKey
  ) throws(OpenSSLError) {
    guard let pointer = unsafe X509_new() else { throw OpenSSLError("new certificate") }
    unsafe self.pointer = pointer
    guard unsafe X509_set_version(pointer, 2) == 1, unsafe X509_set_pubkey(pointer, key.pointer) == 1,
      setSerialNumber(), setSubject(subject), setValidity(validity),
      unsafe X509_set_issuer_name(pointer, X509_get_subject_name((issuer ?? self).pointer)) == 1,
      extensions.allSatisfy({ add($0, issuer: issuer ?? self) }),
      unsafe X509_sign(pointer, signer.pointer, EVP_sha256()) > 0
    else { throw OpenSSLError("new certificate") }
  }

  deinit { unsafe X509_free(pointer) }

  func pem() throws(OpenSSLError) -> String {
    let memory = try PEMMemory()
    guard unsafe PEM_write_bio_X509(memory.pointer, pointer) == 1 else { throw OpenSSLError("certificate") }
    return memory.text
  }

  var end: Date {
    var parts = unsafe tm()
    guard unsafe ASN1_TIME_to_tm(X509_get0_notAfter(pointer), &parts) == 1 else { return .distantPast }
    return Date(timeIntervalSince1970: TimeInterval(unsafe timegm(&parts)))
  }

  /// Sets 159 random bits: a positive number of at most 20 bytes (RFC 5280, section 4.1.2.2).
  private func setSerialNumber() -> Bool {
    guard let number = unsafe BN_new() else { return false }
    defer { unsafe BN_free(number) }
    return unsafe BN_rand(number, 159, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) == 1
      && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(pointer)) != nil
  }

  private func setSubject(_ parts: [(name: String, value: String)]) -> Bool {
    let name = unsafe X509_get_subject_name(pointer)
    return parts.allSatisfy { part in
      unsafe X509_NAME_add_entry_by_txt(name, part.name, MBSTRING_UTF8, part.value, -1, -1, 0) == 1
    }
  }

  private func setValidity(_ validity: Range<Date>) -> Bool {
    let start = time_t(validity.lowerBound.timeIntervalSince1970)
    let end = time_t(validity.upperBound.timeIntervalSince1970)
    return unsafe ASN1_TIME_set(X509_getm_notBefore(pointer), start) != nil
      && ASN1_TIME_set(X509_getm_notAfter(pointer), end) != nil
  }

  private func add(_ part: Extension, issuer: Certificate) -> Bool {
    var context = unsafe X509V3_CTX()
    unsafe X509V3_set_ctx(&context, issuer.pointer, pointer, nil, nil, 0)
    guard let made = unsafe X509V3_EXT_conf_nid(nil, &context, part.id, part.value) else { return false }
    defer { unsafe X509_EXTENSION_free(made) }
    return unsafe X509_add_ext(pointer, made, -1) == 1
  }
}
