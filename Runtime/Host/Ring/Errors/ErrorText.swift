import Wire

/// The form of an error's text that all errors of a group share: without numbers, ids and addresses.
enum ErrorText {
  /// The most bytes of a text that are read.
  static let longestText = 1024
  /// The most bytes of a form.
  static let longestForm = 300

  /// The form of a text: `no row 42 of 5f0c8f9e-…` becomes `no row # of #`.
  static func form(of text: String) -> String {
    var form: [UInt8] = []
    var word: [UInt8] = []
    for byte in text.utf8.prefix(longestText) {
      if isWord(byte) {
        word.append(byte)
        continue
      }
      append(word, to: &form)
      word.removeAll(keepingCapacity: true)
      let isSpace = byte <= 0x20 || byte == 0x7F
      if isSpace, form.last == 0x20 || form.isEmpty { continue }
      form.append(isSpace ? 0x20 : byte)
    }
    append(word, to: &form)
    while form.last == 0x20 { form.removeLast() }
    // A cut character at the end becomes U+FFFD.
    return String(decoding: form, as: UTF8.self).cut(toBytes: longestForm)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  private static func append(_ word: [UInt8], to form: inout [UInt8]) {
    guard word.contains(where: { ASCII.isDigit($0) }) else { return form.append(contentsOf: word) }
    let isHexadecimal =
      word.starts(with: [UInt8(ascii: "0"), UInt8(ascii: "x")])
      || (word.count >= 8 && word.allSatisfy { ASCII.isHexDigit($0) || $0 == UInt8(ascii: "-") })
    guard !isHexadecimal, word.count < 24 else { return form.append(UInt8(ascii: "#")) }
    for byte in word {
      guard ASCII.isDigit(byte) else {
        form.append(byte)
        continue
      }
      if form.last != UInt8(ascii: "#") { form.append(UInt8(ascii: "#")) }
    }
  }
}
