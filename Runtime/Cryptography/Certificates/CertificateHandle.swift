import COpenSSL

/// One `X509` certificate, owned and freed here.
///
/// `@unchecked`: the certificate does not change after its creation. libcrypto parses the extensions on first use,
/// under a lock of its own.
@safe final class CertificateHandle: @unchecked Sendable {
  let pointer: OpaquePointer

  /// Parses a certificate in DER (RFC 5280, section 4.1), without further bytes.
  init?(der: [UInt8]) {
    let parsed = unsafe KeyHandle.whole(der) {
      unsafe d2i_X509(nil, $0, $1)
    } free: {
      unsafe X509_free($0)
    }
    guard let parsed = unsafe parsed else {
      ERR_clear_error()
      return nil
    }
    unsafe pointer = parsed
  }

  deinit { unsafe X509_free(pointer) }

  /// The subject's public key in DER, a SubjectPublicKeyInfo.
  var publicKeyDER: [UInt8] {
    unsafe KeyHandle.bytes { [pointer] in unsafe i2d_X509_PUBKEY(X509_get_X509_PUBKEY(pointer), $0) }
  }

  /// Whether the certificate has an extension, by its object identifier in dotted form.
  func hasExtension(_ identifier: String) -> Bool {
    guard let object = unsafe OBJ_txt2obj(identifier, 1) else {
      ERR_clear_error()
      return false
    }
    defer { unsafe ASN1_OBJECT_free(object) }
    return unsafe X509_get_ext_by_OBJ(pointer, object, -1) >= 0
  }

  /// Whether two certificates have the same bytes.
  func isSame(as other: CertificateHandle) -> Bool { unsafe X509_cmp(pointer, other.pointer) == 0 }
}
