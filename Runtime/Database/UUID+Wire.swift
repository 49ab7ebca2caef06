package import Foundation

extension UUID {
  /// The 36 characters in lower case, as ids travel and as they are stored.
  package var lowercased: String {
    let digits: StaticString = "0123456789abcdef"
    return unsafe withUnsafeBytes(of: uuid) { bytes in
      unsafe String(unsafeUninitializedCapacity: 36) { text in
        var position = 0
        for index in 0..<16 {
          if index == 4 || index == 6 || index == 8 || index == 10 {
            unsafe text[position] = UInt8(ascii: "-")
            position += 1
          }
          unsafe text[position] = digits.utf8Start[Int(bytes[index] >> 4)]
          unsafe text[position + 1] = digits.utf8Start[Int(bytes[index] & 0xF)]
          position += 2
        }
        return position
      }
    }
  }
}

extension UUID {
  /// Reads the 36 characters of an id, in either case.
  ///
  /// - Returns: nil if they are none.
  package init?(wire text: ArraySlice<UInt8>) {
    guard text.count == 36 else { return nil }
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    let isWhole = unsafe withUnsafeMutableBytes(of: &bytes) { bytes in
      var position = text.startIndex
      for index in 0..<16 {
        if index == 4 || index == 6 || index == 8 || index == 10 {
          guard text[position] == UInt8(ascii: "-") else { return false }
          position += 1
        }
        let (high, low) = (Self.digit(text[position]), Self.digit(text[position + 1]))
        guard high | low < 16 else { return false }
        unsafe bytes[index] = high << 4 | low
        position += 2
      }
      return true
    }
    guard isWhole else { return nil }
    self.init(uuid: bytes)
  }

  /// The value of a hexadecimal digit; 255 for what is none.
  private static func digit(_ byte: UInt8) -> UInt8 {
    let number = byte &- 0x30
    if number < 10 { return number }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : 255
  }
}
