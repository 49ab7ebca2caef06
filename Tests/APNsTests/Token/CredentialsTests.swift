import Cryptography
import Foundation
import Push
import Testing

@testable import APNs

@Suite struct CredentialsTests {
  private func refusal(
    keyID: String = "ABC123DEFG", teamID: String = "TEAM567890", _ key: String = Keys.pem(Keys.p256)
  ) -> String? {
    do {
      _ = try PushCredentials(keyID: keyID, teamID: teamID, privateKey: key)
      return nil
    } catch {
      #expect(error.code == .invalidCredentials)
      return error.description
    }
  }

  @Test func tokensAreSignedAndHoldExactlyWhatAppleReads() throws {
    let credentials = try PushCredentials(
      keyID: "ABC123DEFG", teamID: "TEAM567890", privateKey: Keys.pem(Keys.p256))
    let token = try credentials.providerToken(issuedAt: Date(timeIntervalSince1970: 1_700_000_000.9))
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    try #require(parts.count == 3)
    #expect(parts[0] == "eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQzEyM0RFRkcifQ")
    #expect(try decoded(parts[0]) == Data(#"{"alg":"ES256","kid":"ABC123DEFG"}"#.utf8))
    #expect(try decoded(parts[1]) == Data(#"{"iss":"TEAM567890","iat":1700000000}"#.utf8))
    let key = try P256PublicKey(pem: Keys.pem(Keys.p256Public, "PUBLIC KEY"))
    let signature = [UInt8](try decoded(parts[2]))
    #expect(key.isValid(signature, for: Array("\(parts[0]).\(parts[1])".utf8)))
    #expect(!key.isValid(signature, for: Array("\(parts[0]).\(parts[0])".utf8)))
    #expect(token.utf8.allSatisfy { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") })
  }

  @Test(arguments: [
    Keys.pem(Keys.p256), Keys.pem(Keys.p256AsSEC1, "EC PRIVATE KEY"),
    Keys.pem(Keys.p256).replacing("\n", with: "\r\n"), "\u{FEFF}\n  " + Keys.pem(Keys.p256) + "\n\n",
    Keys.pem(Keys.p256.replacing("\n", with: "")), P256PrivateKey().pem,
  ])
  func allTextFormsOfP256KeysAreAccepted(text: String) {
    #expect(refusal(text) == nil)
  }

  @Test(arguments: [
    ("", "is empty"), (" \r\n\t", "is empty"), ("key", "has no line `-----BEGIN PRIVATE KEY-----`"),
    ("-----BEGIN PRIVATE KEY-----\n" + Keys.p256, "has no line `-----END PRIVATE KEY-----`: it is cut off"),
    (Keys.pem("%%%"), "is damaged: the text between its first and last line is not Base64"),
    (Keys.pem(""), "is damaged: the text between its first and last line is not Base64"),
    (Keys.pem("AAAA"), "is damaged"), (Keys.pem(String(Keys.p256.dropLast(56))), "is damaged"),
    (Keys.pem(Keys.rsa), "is an RSA key"), (Keys.pem(Keys.rsa, "RSA PRIVATE KEY"), "is an RSA key"),
    (Keys.pem(Keys.p384), "is on the curve P-384"), (Keys.pem(Keys.p521), "is on the curve P-521"),
    (Keys.pem(Keys.secp256k1), "is on the curve secp256k1"),
    (Keys.pem(Keys.secp256k1AsSEC1, "EC PRIVATE KEY"), "is on the curve secp256k1"),
    (Keys.pem(Keys.brainpool), "is on another curve"), (Keys.pem(Keys.ed25519), "is an Ed25519 key"),
    (Keys.pem(Keys.p256, "ENCRYPTED PRIVATE KEY"), "is encrypted with a password"),
    (Keys.pem(Keys.p256Public, "PUBLIC KEY"), "is a public key; the private one is needed"),
    (Keys.pem(Keys.p256, "CERTIFICATE"), "is a certificate; a key for provider tokens is needed"),
    (Keys.pem(Keys.p256, "OPENSSH PRIVATE KEY"), "is not a private key"),
  ])
  func otherKeysAreNamedAndNeverRepeated(text: String, words: String) {
    #expect(
      refusal(text)
        == "private key: It \(words). Use the .p8 file from Apple's developer portal: an elliptic-curve key on P-256, in PEM."
    )
  }

  @Test(arguments: ["", "ABC123DEF", "ABC123DEFGH", "abc123defg", "ABC 23DEFG", "ÄBC123DEF", "ABC123DE\"G"])
  func idsAreTenUpperCaseLettersAndDigits(id: String) {
    let words = "It must be the ten upper-case letters and digits that Apple's developer portal shows."
    #expect(refusal(keyID: id) == "key id: \(words)")
    #expect(refusal(teamID: id) == "team id: \(words)")
  }

  @Test func theKeyIsNeverShown() throws {
    let credentials = try PushCredentials(
      keyID: "ABC123DEFG", teamID: "TEAM567890", privateKey: Keys.pem(Keys.p256))
    let masked = "PushCredentials(key id: ABC123DEFG, team id: TEAM567890, private key: ***)"
    #expect("\(credentials)" == masked)
    #expect(String(reflecting: credentials) == masked)
    var dumped = ""
    dump(credentials, to: &dumped)
    #expect(!dumped.contains("P256"))
    dumped = ""
    dump([Optional(credentials)], to: &dumped)
    #expect(!dumped.contains("P256"))
    let source = ProviderTokenSource(credentials: credentials)
    let token = try source.token()
    #expect("\(token)" == "ProviderToken(0)")
    dumped = ""
    dump(token, to: &dumped)
    #expect(!dumped.contains("bearer"))
  }

  private func decoded(_ part: Substring) throws -> Data {
    let text = part.replacing("-", with: "+").replacing("_", with: "/")
    return try #require(Data(base64Encoded: String(text) + String(repeating: "=", count: (4 - text.count % 4) % 4)))
  }
}
