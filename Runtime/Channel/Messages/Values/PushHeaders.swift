/// The header fields of a prepared notification.
enum PushHeaders {
  /// Reads fields. The host checks them before it sends them.
  static func read(_ reader: inout MessageReader) throws(MessageFault) -> [(name: String, value: String)] {
    var headers: [(name: String, value: String)] = []
    for _ in 0..<(try reader.readCount()) {
      headers.append((name: try printable(&reader), value: try reader.readString()))
    }
    return headers
  }

  /// Reads a text of printable ASCII.
  static func printable(_ reader: inout MessageReader) throws(MessageFault) -> String {
    let text = try reader.readString()
    guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw MessageFault("a field of a notification is not printable ASCII")
    }
    return text
  }

  static func write(_ headers: [(name: String, value: String)], to writer: inout MessageWriter) {
    writer.write(each: headers) {
      $0.write($1.name)
      $0.write($1.value)
    }
  }
}
