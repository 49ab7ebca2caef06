import Foundation

/// The bytes of hexadecimal digits; white space between them is left out.
func bytes(_ hexadecimal: String) -> [UInt8] {
  let digits = hexadecimal.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// The bytes of base64url without padding.
func base64URL(_ text: String) -> [UInt8] {
  let text = text.replacing("-", with: "+").replacing("_", with: "/")
  return [UInt8](Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4)) ?? Data())
}

/// Keys made by openssl for these tests alone. The blocks are one key on P-256 in many forms, unless they say
/// otherwise.
enum PEM {
  static let pkcs8 = block(
    "PRIVATE KEY",
    """
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgOxxXTwwMKsaM4oS0
    mmg/aZjKakAv0+hF3k8Q/CCuRGyhRANCAAQgo7kZjT4niNIpiUFcQbRFe4uVUK5O
    59OCNlYCBM3neqXX9w7SoH6du+lYy7aWuHX0lMCR/6GHFUV0KsokQzop
    """)
  static let sec1 = block(
    "EC PRIVATE KEY",
    """
    MHcCAQEEIDscV08MDCrGjOKEtJpoP2mYympAL9PoRd5PEPwgrkRsoAoGCCqGSM49
    AwEHoUQDQgAEIKO5GY0+J4jSKYlBXEG0RXuLlVCuTufTgjZWAgTN53ql1/cO0qB+
    nbvpWMu2lrh19JTAkf+hhxVFdCrKJEM6KQ==
    """)
  static let spki = block(
    "PUBLIC KEY",
    """
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEIKO5GY0+J4jSKYlBXEG0RXuLlVCu
    TufTgjZWAgTN53ql1/cO0qB+nbvpWMu2lrh19JTAkf+hhxVFdCrKJEM6KQ==
    """)
  /// Encrypted by PKCS #8.
  static let encrypted = block(
    "ENCRYPTED PRIVATE KEY",
    """
    MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAin7bQQMtWgVAICCAAw
    DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEHV0z+lIJOoZd76R6QClrJkEgZAH
    V0g5tiXOs+plJdKO3OAJPtOM86OPzQZCjdYcYqkr9kslXTCc+zs3LRX4fBZRKgVU
    lw8tG4ox/LiHGzfIlWfIOWefGz80WtFdBGn4Fkka7hR4TuX8Kzxj8ZrUFqy+8cYd
    BPFiTXUncdFK69cF/NMpsHsEcPolQzHEV206utLdc9/trBAyeHhn+ZW6Mtj9hps=
    """)
  /// Encrypted as OpenSSL did it before PKCS #8.
  static let encryptedSEC1 = block(
    "EC PRIVATE KEY",
    """
    Proc-Type: 4,ENCRYPTED
    DEK-Info: AES-128-CBC,1466CB76E4F35C85C58D384A2C252781

    YYCjtw2JR0ZcJocule0U99h+dtlNyQ46x0kLW7rXYHIzZTo4NkT9iwo94qNVqlIJ
    Ym3eZdAfMy5skR9n+V1LZXY6brIMEaGqreORs7G85VrRKAZt+SNPi/JdyDh9TFUx
    NgxH34HWmmRTO3NFPih4NgV69Yn9liFnl9h2b5uaBUU=
    """)
  /// The curve by its parameters and not by its name (CVE-2020-0601 was about a curve like it).
  static let explicitSEC1 = block(
    "EC PRIVATE KEY",
    """
    MIIBaAIBAQQgOxxXTwwMKsaM4oS0mmg/aZjKakAv0+hF3k8Q/CCuRGyggfowgfcC
    AQEwLAYHKoZIzj0BAQIhAP////8AAAABAAAAAAAAAAAAAAAA////////////////
    MFsEIP////8AAAABAAAAAAAAAAAAAAAA///////////////8BCBaxjXYqjqT57Pr
    vVV2mIa8ZR0GsMxTsPY7zjw+J9JgSwMVAMSdNgiG5wSTamZ44ROdJreBn36QBEEE
    axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54W
    K84zV2sxXs7LtkBoN79R9QIhAP////8AAAAA//////////+85vqtpxeehPO5ysL8
    YyVRAgEBoUQDQgAEIKO5GY0+J4jSKYlBXEG0RXuLlVCuTufTgjZWAgTN53ql1/cO
    0qB+nbvpWMu2lrh19JTAkf+hhxVFdCrKJEM6KQ==
    """)
  static let explicitSPKI = block(
    "PUBLIC KEY",
    """
    MIIBSzCCAQMGByqGSM49AgEwgfcCAQEwLAYHKoZIzj0BAQIhAP////8AAAABAAAA
    AAAAAAAAAAAA////////////////MFsEIP////8AAAABAAAAAAAAAAAAAAAA////
    ///////////8BCBaxjXYqjqT57PrvVV2mIa8ZR0GsMxTsPY7zjw+J9JgSwMVAMSd
    NgiG5wSTamZ44ROdJreBn36QBEEEaxfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5
    RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9QIhAP////8AAAAA
    //////////+85vqtpxeehPO5ysL8YyVRAgEBA0IABCCjuRmNPieI0imJQVxBtEV7
    i5VQrk7n04I2VgIEzed6pdf3DtKgfp276VjLtpa4dfSUwJH/oYcVRXQqyiRDOik=
    """)
  /// The private number with the public point of another key.
  static let mixed = block(
    "PRIVATE KEY",
    """
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgOxxXTwwMKsaM4oS0
    mmg/aZjKakAv0+hF3k8Q/CCuRGyhRANCAAQC/TihcFi7UweM+ibf2YGRLCoywEWE
    uL01YnjeC0U+rkWeDh15yG+DyRZVIyIuMSGbsXBRE42FrrWMBbO1pMRj
    """)
  /// The public point with its last bit turned.
  static let offCurve = block(
    "PUBLIC KEY",
    """
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEIKO5GY0+J4jSKYlBXEG0RXuLlVCu
    TufTgjZWAgTN53ql1/cO0qB+nbvpWMu2lrh19JTAkf+hhxVFdCrKJEM6KA==
    """)
  static let ed25519 = block("PRIVATE KEY", "MC4CAQAwBQYDK2VwBCIEICDDVHW6+72r17RlZX/dhvY44y6tf0gnoPsVXSudqYyZ")
  static let ed25519SPKI = block("PUBLIC KEY", "MCowBQYDK2VwAyEAoLIX3FR/T06Mt31aV6+zTH47qdvH0rBKaGKXlAjB5eM=")
  static let p384 = block(
    "PRIVATE KEY",
    """
    MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDDAbKi+z35IubY9/5tH
    jJf1qN8T6QxjtNy53KjBkc4DPTZwH4EhgZ+X9QDuV7fdQiyhZANiAATE3Ahit0SX
    2xjDYbQf92z4pnbfOCOkEAlMHWfmaUhg8GMVnDsiEmDn4p9ZEqXX521H6Nets58J
    qNaLMBgnjzuhRH7JjHIrSZRPZas0YTCU6PTcjhxM+5j0ECX2tkaWprA=
    """)

  static func block(_ label: String, _ body: String) -> String {
    "-----BEGIN \(label)-----\n\(body)\n-----END \(label)-----\n"
  }
}
