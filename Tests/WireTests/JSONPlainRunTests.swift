import Testing

@testable import Wire

/// Strings are looked through eight bytes at a time, which must not show.
@Suite struct JSONPlainRunTests {
  /// Each byte at each place of a text, beside its like and beside others.
  @Test func everyByteAtEveryPlace() {
    for byte in UInt8.min...UInt8.max {
      let isSpecial = byte < 0x20 || byte == 0x22 || byte == 0x5C
      for place in 0..<20 {
        for filling in [0x20, 0x21, 0x23, 0x5B, 0x5D, 0x61, 0x7F, 0x80, 0xFF, byte] as [UInt8] {
          let rest = Array(repeating: filling, count: 20 - place)
          let bytes = Array(repeating: 0x61, count: place) + [byte] + rest
          let run = JSONPlainRun(bytes.span, from: 0, to: bytes.count)
          #expect(run.end == (isSpecial ? place : bytes.count), "\(byte) at \(place), then \(filling)")
          #expect(run.isASCII == (isSpecial || byte < 0x80 && filling < 0x80))
        }
      }
    }
  }

  @Test func itBeginsAndEndsAtTheGivenPositions() {
    let bytes = Array(#""0123456789abcdef""#.utf8)
    for start in 1...17 {
      for limit in start...17 { #expect(JSONPlainRun(bytes.span, from: start, to: limit).end == limit) }
      #expect(JSONPlainRun(bytes.span, from: start, to: 18).end == 17)
    }
  }

  /// What is written is read again, whatever it holds and however long it is.
  @Test func stringsComeBack() throws {
    let pieces = ["", "plain", "eightsgn", "\"", "\\", "\n", "\u{0}", "\u{1F}", "\u{7F}", "é", "日本", "😀", "\u{2028}"]
    for first in pieces {
      for second in pieces {
        for third in pieces {
          let text = first + second + third
          #expect(try Wire.decode([String].self, from: try Wire.encode([text])) == [text])
        }
      }
    }
  }
}
