import Foundation
import Testing

@testable import Wire

/// Ids are read and written eight digits at a time, which must not show.
@Suite struct UUIDTextTests {
  @Test func idsAreWrittenAsFoundationDoesInLowerCase() {
    for _ in 0..<1000 {
      let id = UUID()
      let text = id.uuidString.lowercased()
      #expect(id.lowercased == text)
      #expect(UUID(wire: ArraySlice(text.utf8)) == id)
      #expect(UUID(wire: ArraySlice(id.uuidString.utf8)) == id)
    }
  }

  /// Each place is given each byte: a digit in either case is one, a dash stays a dash, all else is refused.
  @Test func everyByteAtEveryPlace() throws {
    let text = Array("0123abcd-4567-4ABC-9def-89abCDEF0123".utf8)
    for place in text.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = text
        changed[place] = byte
        let isDash = text[place] == UInt8(ascii: "-")
        let digit = Unicode.Scalar(byte).isASCII ? Character(Unicode.Scalar(byte)).hexDigitValue : nil
        let expected = isDash ? byte == text[place] : digit != nil
        let id = UUID(wire: changed[...])
        #expect((id != nil) == expected, "\(byte) at \(place)")
        #expect(id == (expected ? UUID(uuidString: String(decoding: changed, as: UTF8.self)) : nil))
      }
    }
  }

  @Test func lengthsMatter() {
    let text = Array("0123abcd-4567-4abc-9def-89abcdef0123".utf8)
    for count in 0..<36 { #expect(UUID(wire: text[..<count]) == nil) }
    #expect(UUID(wire: (text + [0x30])[...]) == nil)
    // A slice's indices are its array's.
    #expect(UUID(wire: ([1, 2, 3] + text)[3...])?.lowercased == "0123abcd-4567-4abc-9def-89abcdef0123")
  }
}
