import Testing
import Wire

/// Every byte is in the classes that the standard library's properties of characters put it in.
@Suite struct ASCIITests {
  private func scalar(_ byte: UInt8) -> Unicode.Scalar? { byte < 0x80 ? Unicode.Scalar(byte) : nil }

  @Test func classes() {
    for byte in UInt8.min...UInt8.max {
      let character = scalar(byte).map(Character.init)
      let isDigit = character?.isNumber ?? false
      let isLetter = character?.isLetter ?? false
      #expect(ASCII.isDigit(byte) == isDigit, "\(byte)")
      #expect(ASCII.isLetter(byte) == isLetter, "\(byte)")
      #expect(ASCII.isUppercase(byte) == (character?.isUppercase ?? false), "\(byte)")
      #expect(ASCII.isAlphanumeric(byte) == (isDigit || isLetter), "\(byte)")
      #expect(ASCII.isWord(byte) == (isDigit || isLetter || character == "_"), "\(byte)")
      #expect(ASCII.isHexDigit(byte) == (character?.isHexDigit ?? false), "\(byte)")
      #expect(ASCII.hexValue(byte).map(Int.init) == character?.hexDigitValue, "\(byte)")
      #expect(ASCII.lowercased(byte) == (character.flatMap { $0.lowercased().utf8.first } ?? byte), "\(byte)")
      #expect(ASCII.hexDigit(byte) == String(byte & 0x0F, radix: 16).utf8.first, "\(byte)")
    }
  }
}
