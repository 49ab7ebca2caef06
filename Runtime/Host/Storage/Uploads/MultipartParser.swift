import Edge
import NIOCore

/// The parser of `multipart/form-data` (RFC 7578, RFC 2046 section 5.1.1), as a state machine without I/O.
///
/// ``append(_:)`` takes the bytes as they come, ``next()`` returns what they hold. It keeps no more than one chunk and
/// the head of a part.
package struct MultipartParser {
  /// The parts of a form, in the order of its bytes.
  package enum Event: Equatable {
    /// The beginning of a part. A part with a file name is a file.
    case part(name: String, isFile: Bool, contentType: String?)
    case content(ArraySlice<UInt8>)
    case partEnd
    case end
  }

  private enum State { case preamble, delimited, head, content, done }

  /// The longest head of a part in bytes.
  static let maximumHead = 8 << 10
  static let maximumParts = 16

  /// The line break, two dashes and the boundary, which end each part.
  private let delimiter: [UInt8]
  /// The bytes that are not parsed. The first delimiter needs no line break before it, so one is put there.
  private var bytes: ArraySlice<UInt8> = [13, 10]
  private var state = State.preamble
  private var parts = 0

  /// Nil if the `Content-Type` names no boundary of 1 to 70 characters.
  package init?(contentType: String) {
    guard let boundary = Self.parameter("boundary", of: contentType[...]), (1...70).contains(boundary.utf8.count) else {
      return nil
    }
    delimiter = Array("\r\n--\(boundary)".utf8)
  }

  package mutating func append(_ chunk: some Sequence<UInt8>) { bytes = ArraySlice(Array(bytes) + Array(chunk)) }

  /// The next event; nil if that needs more bytes.
  ///
  /// - Throws: ``StorageRefusal`` 400 for bytes that are no form.
  package mutating func next() throws(StorageRefusal) -> Event? {
    while true {
      switch state {
      case .preamble:
        guard skipPreamble() else { return nil }
        state = .delimited
      case .delimited:
        guard let isLast = try skipLineEnd() else { return nil }
        state = isLast ? .done : .head
        if isLast { return .end }
      case .head:
        guard let head = try takeHead() else { return nil }
        parts += 1
        guard parts <= Self.maximumParts else { throw .invalid("The form has more than \(Self.maximumParts) parts") }
        state = .content
        return try Self.part(head)
      case .content:
        if let content = takeContent() { return .content(content) }
        guard bytes.starts(with: delimiter) else { return nil }
        bytes = bytes.dropFirst(delimiter.count)
        state = .delimited
        return .partEnd
      case .done:
        bytes = []
        return nil
      }
    }
  }

  /// Drops bytes up to and with the first delimiter.
  private mutating func skipPreamble() -> Bool {
    _ = takeContent()
    guard bytes.starts(with: delimiter) else { return false }
    bytes = bytes.dropFirst(delimiter.count)
    return true
  }

  /// Drops what follows a boundary: blanks and a line break, or two dashes after the last one. Returns whether it was
  /// the last one; nil if that needs more bytes.
  private mutating func skipLineEnd() throws(StorageRefusal) -> Bool? {
    let rest = bytes.drop { $0 == 32 || $0 == 9 }
    guard rest.count >= 2 else {
      guard bytes.count < Self.maximumHead else { throw Self.malformed }
      return nil
    }
    if bytes.starts(with: "--".utf8) { return true }
    guard rest.starts(with: [13, 10]) else { throw Self.malformed }
    bytes = rest.dropFirst(2)
    return false
  }

  /// Takes a part's head and the empty line after it.
  private mutating func takeHead() throws(StorageRefusal) -> ArraySlice<UInt8>? {
    if bytes.starts(with: [13, 10]) { throw Self.malformed }
    guard let end = Self.first([13, 10, 13, 10], in: bytes) else {
      guard bytes.count < Self.maximumHead else { throw .invalid("A part's head exceeds \(Self.maximumHead) bytes") }
      return nil
    }
    let head = bytes[..<end]
    guard head.count <= Self.maximumHead else { throw .invalid("A part's head exceeds \(Self.maximumHead) bytes") }
    bytes = bytes[(end + 4)...]
    return head
  }

  /// Takes the bytes that are sure to be before the delimiter.
  private mutating func takeContent() -> ArraySlice<UInt8>? {
    let end: Int
    if let found = Self.first(delimiter, in: bytes) {
      end = found
    } else {
      // The bytes at the end may be the beginning of a delimiter.
      let start = max(bytes.startIndex, bytes.endIndex - delimiter.count + 1)
      end = bytes[start...].firstIndex { $0 == 13 } ?? bytes.endIndex
    }
    guard end > bytes.startIndex else { return nil }
    defer { bytes = bytes[end...] }
    return bytes[..<end]
  }

  private static let malformed = StorageRefusal.invalid("The body is no multipart/form-data with that boundary")

  private static func part(_ head: ArraySlice<UInt8>) throws(StorageRefusal) -> Event {
    var disposition: Substring?
    var contentType: String?
    for line in String(decoding: head, as: UTF8.self).split(separator: "\r\n") {
      let colon = line.firstIndex(of: ":") ?? line.endIndex
      let value = line[colon...].dropFirst().drop { $0 == " " }
      switch line[..<colon].lowercased() {
      case "content-disposition": disposition = value
      case "content-type": contentType = String(value)
      case "content-transfer-encoding" where !["7bit", "8bit", "binary"].contains(value.lowercased()):
        throw .invalid("A part is encoded as \(value.prefix(32)): send its bytes as they are")
      default: break
      }
    }
    guard let disposition, let name = parameter("name", of: disposition) else {
      throw .invalid("A part of the form has no name")
    }
    return .part(name: name, isFile: parameter("filename", of: disposition) != nil, contentType: contentType)
  }

  /// A parameter of a field's value: a token, or a quoted text.
  private static func parameter(_ name: String, of value: Substring) -> String? {
    var rest = value.drop { $0 != ";" }
    while rest.first == ";" {
      rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
      let end = rest.firstIndex { $0 == "=" || $0 == ";" } ?? rest.endIndex
      let found = rest[..<end].lowercased()
      rest = rest[end...]
      guard rest.first == "=" else { continue }
      let text = take(&rest)
      if found == name { return text }
      rest = rest.drop { $0 != ";" }
    }
    return nil
  }

  /// Takes a parameter's equals sign and its value.
  private static func take(_ rest: inout Substring) -> String {
    rest = rest.dropFirst()
    guard rest.first == "\"" else {
      let end = rest.firstIndex { $0 == ";" || $0 == " " } ?? rest.endIndex
      defer { rest = rest[end...] }
      return String(rest[..<end])
    }
    rest = rest.dropFirst()
    var text = ""
    while let character = rest.popFirst(), character != "\"" {
      text.append(character == "\\" ? rest.popFirst() ?? character : character)
    }
    return text
  }

  /// The index of the first occurrence of a pattern that begins with a carriage return.
  private static func first(_ pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    var rest = bytes
    while let start = rest.firstIndex(of: 13) {
      rest = rest[start...]
      if rest.count < pattern.count { return nil }
      if rest.starts(with: pattern) { return start }
      rest = rest.dropFirst()
    }
    return nil
  }
}
