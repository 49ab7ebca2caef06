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
