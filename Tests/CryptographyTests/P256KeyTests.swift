import COpenSSL
import Testing

@testable import Cryptography

@Suite struct P256KeyTests {
  private static let message = [UInt8]("message".utf8)
  /// The order of the curve's group.
  private static let order = bytes("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551")
  /// The prime of the curve's field.
  private static let prime = bytes("FFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF")

  /// RFC 7515, appendix A.3.
  private static let x = base64URL("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU")
  private static let y = base64URL("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0")
  private static let signed = [UInt8](
    """
    eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ
    """.utf8)
  private static let signature = base64URL(
    "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q")

  @Test func knownAnswer() throws {
    let key = try P256PublicKey(x: Self.x, y: Self.y)
    #expect(key.isValid(Self.signature, for: Self.signed))
    #expect(!key.isValid(Self.signature, for: Self.signed + [0]))
    #expect(!key.isValid(Self.signature, for: []))
    #expect(!P256PrivateKey().publicKey.isValid(Self.signature, for: Self.signed))
  }

  @Test func aSignatureIsValidForThePublicKey() throws {
    let key = P256PrivateKey()
    // Numbers that start with zeros come once in 128 signatures.
    for number in 0..<300 {
      let message = [UInt8]("\(number)".utf8)
      let signature = try key.signature(for: message)
      #expect(signature.count == 64)
      #expect(key.publicKey.isValid(signature, for: message))
    }
    #expect(key.publicKey.isValid(try key.signature(for: []), for: []))
  }

  @Test func signaturesOfAnotherFormAreNotValid() throws {
    let key = try P256PublicKey(x: Self.x, y: Self.y)
    let (r, s) = ([UInt8](Self.signature.prefix(32)), [UInt8](Self.signature.suffix(32)))
    let zero = [UInt8](repeating: 0, count: 32)
    let one = [UInt8](zero.dropLast() + [1])
    let ones = [UInt8](repeating: 0xFF, count: 32)
    let wrong: [[UInt8]] = [
      [], [0], [UInt8](Self.signature.dropLast()), Self.signature + [0], r, s + r, zero + zero, zero + s, r + zero,
      one + one, Self.order + s, r + Self.order, Self.order + Self.order, ones + s, r + ones, zero + one, one + zero,
      // The DER form, which libcrypto itself reads.
      DER.sequence(DER.integer(r), DER.integer(s)),
    ]
    for signature in wrong { #expect(!key.isValid(signature, for: Self.signed)) }
    for bit in 0..<512 {
      var turned = Self.signature
      turned[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(!key.isValid(turned, for: Self.signed))
    }
  }

  @Test func pointsThatAreNotOnTheCurveAreRefused() {
    let zero = [UInt8](repeating: 0, count: 32)
    var turned = Self.y
    turned[31] ^= 1
    let wrong: [([UInt8], [UInt8])] = [
      (Self.x, turned), (Self.y, Self.x), (zero, zero), (Self.prime, Self.y), (Self.x, Self.prime), (zero, Self.y),
      ([], []), ([0, 0, 0], [0, 0, 0]), (Self.x + [0], Self.y), ([0] + Self.x, Self.y),
      (Self.x, [UInt8](Self.y.dropFirst())),
      ([UInt8](repeating: 0xFF, count: 32), [UInt8](repeating: 0xFF, count: 32)),
    ]
    for (x, y) in wrong {
      let error = #expect(throws: CryptographyError.self) { try P256PublicKey(x: x, y: y) }
      #expect(error?.code == .damaged)
    }
  }

  @Test(arguments: [PEM.pkcs8, PEM.sec1, PEM.pkcs8.replacing("\n", with: "\r\n"), "\u{FEFF}" + PEM.sec1])
  func privateKeysInPEM(text: String) throws {
    let key = try P256PrivateKey(pem: text)
    #expect(key.pem == PEM.pkcs8)
    #expect(key.publicKey.pem == PEM.spki)
    let signature = try key.signature(for: Self.message)
    #expect(try P256PublicKey(pem: PEM.spki).isValid(signature, for: Self.message))
  }

  @Test(arguments: [
    ("", CryptographyError.Code.notPEM), ("hunter2", .notPEM), (String(PEM.pkcs8.prefix(80)), .notPEM),
    (PEM.spki, .wrongKind), (PEM.ed25519, .wrongKind), (PEM.p384, .wrongKind), (PEM.explicitSEC1, .wrongKind),
    (PEM.mixed, .damaged), (PEM.block("PRIVATE KEY", "AAAA"), .damaged), (PEM.block("PRIVATE KEY", ""), .damaged),
    (PEM.block("PRIVATE KEY", "%%%%"), .damaged), (PEM.block("CERTIFICATE", "AAAA"), .wrongKind),
  ])
  func otherTextsAreNoPrivateKeys(text: String, code: CryptographyError.Code) {
    let error = #expect(throws: CryptographyError.self) { try P256PrivateKey(pem: text) }
    #expect(error?.code == code)
  }

  /// libcrypto would ask on the terminal for the password, and a host that starts there would wait.
  @Test(.timeLimit(.minutes(10)), arguments: [PEM.encrypted, PEM.encryptedSEC1])
  func anEncryptedKeyIsRefusedWithoutAPrompt(text: String) {
    let error = #expect(throws: CryptographyError.self) { try P256PrivateKey(pem: text) }
    #expect(error?.code == .encrypted)
    // Nor if the label hides it.
    let hidden = text.replacing("ENCRYPTED PRIVATE KEY", with: "PRIVATE KEY")
      .replacing("Proc-Type: 4,ENCRYPTED", with: "")
    #expect(throws: CryptographyError.self) { try P256PrivateKey(pem: hidden) }
  }

  @Test(arguments: [
    ("", CryptographyError.Code.notPEM), (PEM.pkcs8, .wrongKind), (PEM.offCurve, .damaged),
    (PEM.ed25519SPKI, .wrongKind), (PEM.explicitSPKI, .wrongKind), (PEM.block("PUBLIC KEY", "AAAA"), .damaged),
  ])
  func otherTextsAreNoPublicKeys(text: String, code: CryptographyError.Code) {
    let error = #expect(throws: CryptographyError.self) { try P256PublicKey(pem: text) }
    #expect(error?.code == code)
  }

  @Test func bytesAfterAKeyAreRefused() throws {
    let spki = try #require(PEMBlock(PEM.spki).der)
    _ = try P256PublicKey(der: spki)
    #expect(throws: CryptographyError.self) { try P256PublicKey(der: spki + [0]) }
    for text in [PEM.pkcs8, PEM.sec1] {
      let der = try #require(PEMBlock(text).der)
      _ = try P256PrivateKey(der: der)
      #expect(throws: CryptographyError.self) { try P256PrivateKey(der: der + [0]) }
      for count in stride(from: 0, to: der.count, by: 7) {
        #expect(throws: CryptographyError.self) { try P256PrivateKey(der: [UInt8](der.prefix(count))) }
      }
    }
  }

  /// TLS reads the thread's queue of errors: what a refused key leaves there would fail a connection.
  @Test func noErrorIsLeftInTheThreadsQueue() throws {
    ERR_clear_error()
    for text in [PEM.mixed, PEM.ed25519, PEM.explicitSEC1, PEM.encrypted, PEM.block("PRIVATE KEY", "AAAA"), PEM.sec1] {
      _ = try? P256PrivateKey(pem: text)
      #expect(ERR_peek_error() == 0)
    }
    for text in [PEM.offCurve, PEM.ed25519SPKI, PEM.explicitSPKI, PEM.block("PUBLIC KEY", "AAAA"), PEM.spki] {
      _ = try? P256PublicKey(pem: text)
      #expect(ERR_peek_error() == 0)
    }
    let key = try P256PublicKey(x: Self.x, y: Self.y)
    for signature in [[UInt8](repeating: 0, count: 64), [UInt8](repeating: 0xFF, count: 64), Self.signature] {
      _ = key.isValid(signature, for: Self.message)
      #expect(ERR_peek_error() == 0)
    }
  }

  @Test func manyTasksUseOneKey() async throws {
    let key = P256PrivateKey()
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          try (0..<25).allSatisfy { number in
            let message = [UInt8]("\(task) \(number)".utf8)
            return key.publicKey.isValid(try key.signature(for: message), for: message)
          }
        }
      }
      for try await isValid in group { #expect(isValid) }
    }
  }
}
