/// The names and values of a query, still encoded and in order.
///
/// It works on the query's bytes: a query may have thousands of pairs, and substrings for each would take ten times as
/// long.
package struct QueryPairs: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position = 0

  package init(_ query: String?) { bytes = query.map { [UInt8]($0.utf8) } ?? [] }

  /// The next pair. A pair without `=` has an empty value.
  package mutating func next() -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)? {
    while position < bytes.count {
      let start = position
      var separator: Int?
      while position < bytes.count, bytes[position] != UInt8(ascii: "&") {
        if separator == nil, bytes[position] == UInt8(ascii: "=") { separator = position }
        position += 1
      }
      let end = position
      position += 1
      if end > start {
        return (bytes[start..<(separator ?? end)], separator.map { bytes[($0 + 1)..<end] } ?? bytes[end..<end])
      }
    }
    return nil
  }

  /// The decoded first value of a name; nil if no pair has the name.
  package func value(of name: String) -> String? {
    first { Self.isName($0.name, name) }.map { Self.decode($0.value) }
  }

  /// Decodes a name or a value. A text that cannot be decoded is taken as it is.
  package static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return PercentEncoding.decode(text, plusIsSpace: true) ?? text
  }

  /// Whether an encoded name is this one.
  package static func isName(_ encoded: ArraySlice<UInt8>, _ name: String) -> Bool {
    // An escape makes a text longer. Most names of another length need no decoding.
    let count = name.utf8.count
    guard encoded.count >= count else { return false }
    if encoded.count == count, encoded.elementsEqual(name.utf8) { return true }
    guard encoded.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else { return false }
    return decode(encoded) == name
  }
}
