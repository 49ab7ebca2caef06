import Testing

@testable import Cryptography

@Suite struct HMACKeyTests {
  /// A test case of RFC 4231.
  struct Case: Sendable, CustomTestStringConvertible {
    let number: Int
    let key: [UInt8]
    let message: [UInt8]
    let code: String
    var testDescription: String { "RFC 4231, case \(number)" }
  }

  private static let cases = [
    Case(
      number: 1, key: .init(repeating: 0x0B, count: 20), message: [UInt8]("Hi There".utf8),
      code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    Case(
      number: 2, key: [UInt8]("Jefe".utf8), message: [UInt8]("what do ya want for nothing?".utf8),
      code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    Case(
      number: 3, key: .init(repeating: 0xAA, count: 20), message: .init(repeating: 0xDD, count: 50),
      code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    Case(
      number: 4, key: [UInt8](1...25), message: .init(repeating: 0xCD, count: 50),
      code: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
    Case(
      number: 6, key: .init(repeating: 0xAA, count: 131),
      message: [UInt8]("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    Case(
      number: 7, key: .init(repeating: 0xAA, count: 131),
      message: [UInt8](
        """
        This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed \
        before being used by the HMAC algorithm.
        """.utf8),
      code: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
  ]

  @Test(arguments: cases)
  func knownAnswers(of test: Case) {
    let key = HMACKey(test.key)
    #expect(key.code(for: test.message) == bytes(test.code))
    #expect(key.isValid(bytes(test.code), for: test.message))
    // The key is as before after it was used.
    #expect(key.code(for: test.message) == bytes(test.code))
  }

  @Test func anEmptyKeyAndAnEmptyMessageHaveACode() {
    // HMAC pads keys with zeros: the empty key is the one of zeros.
    let expected = bytes("b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    #expect(HMACKey([]).code(for: []) == expected)
    #expect(HMACKey([0]).code(for: []) == expected)
  }

  @Test func otherCodesAreNotValid() {
    let key = HMACKey([UInt8](0..<32))
    let message = [UInt8]("message".utf8)
    let code = key.code(for: message)
    #expect(!key.isValid(code, for: [UInt8]("messagf".utf8)))
    #expect(!HMACKey([UInt8](1..<33)).isValid(code, for: message))
    for wrong in [[], [UInt8](code.dropLast()), code + [0], code + code, [UInt8](repeating: 0, count: 32)] {
      #expect(!key.isValid(wrong, for: message))
    }
    for bit in 0..<256 {
      var turned = code
      turned[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(!key.isValid(turned, for: message))
    }
  }

  @Test func manyTasksUseOneKey() async {
    let key = HMACKey([UInt8](0..<32))
    let messages = (0..<200).map { [UInt8]("message \($0)".utf8) }
    let codes = messages.map { key.code(for: $0) }
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask { zip(messages, codes).allSatisfy { key.isValid($1, for: $0) } }
      }
      for await isValid in group { #expect(isValid) }
    }
  }
}
