import COpenSSL

/// An ECDSA signature on P-256: two numbers of 32 bytes each.
///
/// JSON Web Signature concatenates them (RFC 7518, section 3.4). libcrypto uses a DER sequence of two integers (RFC
/// 3279, section 2.2.3).
struct ECDSASignature {
  private static let numberByteCount = 32

  /// 64 bytes, `r` and `s`.
  let raw: [UInt8]

  /// A signature from its 64 bytes; nil for another number of bytes.
  init?(raw: [UInt8]) {
    guard raw.count == 2 * Self.numberByteCount else { return nil }
    self.raw = raw
  }

  init?(der: [UInt8]) {
    let signature = unsafe KeyHandle.whole(der) {
      unsafe d2i_ECDSA_SIG(nil, $0, $1)
    } free: {
      unsafe ECDSA_SIG_free($0)
    }
    guard let signature = unsafe signature else { return nil }
    defer { unsafe ECDSA_SIG_free(signature) }
    let size = CInt(Self.numberByteCount)
    var r = [UInt8](repeating: 0, count: Self.numberByteCount)
    var s = r
    guard unsafe BN_bn2binpad(ECDSA_SIG_get0_r(signature), &r, size) == size,
      unsafe BN_bn2binpad(ECDSA_SIG_get0_s(signature), &s, size) == size
    else { return nil }
    raw = r + s
  }

  var der: [UInt8] {
    DER.sequence(DER.integer(raw[..<Self.numberByteCount]), DER.integer(raw[Self.numberByteCount...]))
  }
}
