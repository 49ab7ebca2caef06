import Testing

@testable import Cryptography

@Suite struct DERTests {
  @Test(
    arguments: [
      ([], [2, 1, 0]), ([0], [2, 1, 0]), ([0, 0], [2, 1, 0]), ([1], [2, 1, 1]), ([0x7F], [2, 1, 0x7F]),
      ([0x80], [2, 2, 0, 0x80]), ([0, 0, 0x80, 0], [2, 3, 0, 0x80, 0]), ([0, 0x12, 0x34], [2, 2, 0x12, 0x34]),
    ] as [([UInt8], [UInt8])])
  func integers(digits: [UInt8], expected: [UInt8]) {
    #expect(DER.integer(digits) == expected)
  }

  @Test(
    arguments: [
      (0, [0x30, 0]), (127, [0x30, 0x7F]), (128, [0x30, 0x81, 0x80]), (255, [0x30, 0x81, 0xFF]),
      (256, [0x30, 0x82, 1, 0]), (65_536, [0x30, 0x83, 1, 0, 0]),
    ] as [(Int, [UInt8])])
  func lengths(count: Int, expected: [UInt8]) {
    let content = [UInt8](repeating: 7, count: count)
    #expect(DER.sequence(content) == expected + content)
  }
}
