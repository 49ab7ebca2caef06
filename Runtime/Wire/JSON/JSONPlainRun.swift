/// A run of a JSON string's bytes that stand for themselves (RFC 8259, section 7).
struct JSONPlainRun {
  /// The index of the first quote, backslash or control character, or the text's end.
  let end: Int
  /// Whether all of it is ASCII.
  let isASCII: Bool

  /// Finds the end of the run that begins at an index, at most the text's end `limit`.
  init(_ bytes: Span<UInt8>, from start: Int, to limit: Int) {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops = ones << 7
    precondition(start >= 0 && limit <= bytes.count)
    var index = start
    var signs: UInt64 = 0
    // Eight bytes at a time. Subtracting n sets the top bit of a byte that is less than n; XOR with n makes 0 of a byte
    // that equals n.
    while limit - index >= 8 {
      let word = UInt64(littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
      let quotes = word ^ (ones &* 0x22)
      let backslashes = word ^ (ones &* 0x5C)
      let special =
        (word &- ones &* 0x20) & ~word | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
      if special & tops != 0 {
        // Only the lowest marked byte is certain: a borrow may have marked those above it.
        let place = (special & tops).trailingZeroBitCount & ~7
        end = index &+ place >> 3
        isASCII = (signs | word & (1 << place &- 1)) & tops == 0
        return
      }
      signs |= word
      index &+= 8
    }
    while index < limit {
      let byte = bytes[index]
      if byte < 0x20 || byte == 0x22 || byte == 0x5C { break }
      signs |= UInt64(byte)
      index += 1
    }
    end = index
    isASCII = signs & tops == 0
  }
}
