import COpenSSL
import Testing

@testable import Cryptography

@Suite struct RSAPublicKeyTests {
  /// RFC 7515, appendix A.2.
  private static let modulus = base64URL(
    """
    ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_\
    YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uD\
    Zlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ
    """)
  private static let exponent: [UInt8] = [1, 0, 1]
  private static let signed = [UInt8](
    """
    eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ
    """.utf8)
  private static let signature = base64URL(
    """
    cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQ\
    jbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqt\
    FZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw
    """)

  @Test func knownAnswer() throws {
    for modulus in [Self.modulus, [0, 0] + Self.modulus] {
      let key = try RSAPublicKey(modulus: modulus, exponent: Self.exponent)
      #expect(key.isValid(Self.signature, for: Self.signed))
      #expect(!key.isValid(Self.signature, for: Self.signed + [0]))
      #expect(!key.isValid(Self.signature, for: []))
    }
  }

  @Test func signaturesOfAnotherFormAreNotValid() throws {
    let key = try RSAPublicKey(modulus: Self.modulus, exponent: Self.exponent)
    let wrong: [[UInt8]] = [
      [], [0], [UInt8](Self.signature.dropLast()), [UInt8](Self.signature.dropFirst()), Self.signature + [0],
      [0] + Self.signature, [UInt8](repeating: 0, count: 256), [UInt8](repeating: 0, count: 255) + [1],
      [UInt8](repeating: 0xFF, count: 256), Self.modulus,
    ]
    for signature in wrong { #expect(!key.isValid(signature, for: Self.signed)) }
    for bit in stride(from: 0, to: 2048, by: 3) {
      var turned = Self.signature
      turned[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(!key.isValid(turned, for: Self.signed))
    }
    #expect(ERR_peek_error() == 0)
  }

  @Test func weakKeysAreRefused() {
    // 1024 bits, made by openssl.
    let short = bytes(
      """
      DF9895E8EAA8B90F247DFDDB601A6D6E93012AF4D0ED43250DC680DFA9DCDC3C08F9901CFD7FF65900A02D5728E57F4949DA43FE4E5779DAB1F91C052C0E4E79
      9DF0164502235C4C0775EDB3631A142837F48035F738FC19788E9D2F3AF4F84F85BD9B284E68777CC96968A48093D81017FA4EA462F35C25C58629DEA637E547
      """)
    let even = [UInt8](Self.modulus.dropLast()) + [0xA0]
    let wrong: [(modulus: [UInt8], exponent: [UInt8], words: String)] = [
      (short, Self.exponent, "its modulus is shorter than 2048 bits"),
      ([UInt8](repeating: 0, count: 128) + short, Self.exponent, "its modulus is shorter than 2048 bits"),
      // 2047 bits.
      ([0x7F] + Self.modulus.dropFirst(), Self.exponent, "its modulus is shorter than 2048 bits"),
      ([], Self.exponent, "its modulus is shorter than 2048 bits"),
      ([1] + [UInt8](repeating: 1, count: 1024), Self.exponent, "its modulus is longer than 8192 bits"),
      (even, Self.exponent, "its modulus is even"),
    ]
    for key in wrong {
      let error = #expect(throws: CryptographyError.self) {
        try RSAPublicKey(modulus: key.modulus, exponent: key.exponent)
      }
      #expect(error?.code == .weak)
      #expect(error?.description == key.words)
    }
    for exponent in [[], [0], [1], [0, 0, 1], [2], [1, 0, 0], [2, 0, 0, 0, 1], Self.modulus] as [[UInt8]] {
      let error = #expect(throws: CryptographyError.self) {
        try RSAPublicKey(modulus: Self.modulus, exponent: exponent)
      }
      #expect(error?.description == "its exponent is not an odd number above 1 of at most 33 bits")
    }
    #expect(throws: Never.self) { try RSAPublicKey(modulus: Self.modulus, exponent: [3]) }
    #expect(throws: Never.self) { try RSAPublicKey(modulus: Self.modulus, exponent: [1, 0, 0, 0, 1]) }
  }
}
