import Testing

@testable import Cryptography

@Suite struct SHA256DigestTests {
  /// FIPS 180-4's examples.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func knownAnswers(message: String, expected: String) {
    let digest = SHA256Digest(of: [UInt8](message.utf8).span)
    #expect(digest.hexadecimal == expected)
    #expect(digest.bytes == bytes(expected))
  }

  @Test func knownAnswerOfALongMessage() {
    let digest = SHA256Digest(of: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000).span)
    #expect(digest.hexadecimal == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func aSliceIsDigestedAlone() {
    let message = [UInt8]("xabcx".utf8)
    let digest = SHA256Digest(of: message[1..<4].span)
    #expect(digest == SHA256Digest(of: [UInt8]("abc".utf8).span))
    #expect(digest != SHA256Digest(of: message.span))
  }

  @Test func digestsAreKeysOfATable() {
    let digests = (0..<1000).map { SHA256Digest(of: [UInt8]("\($0)".utf8).span) }
    #expect(Set(digests + digests).count == 1000)
  }
}
