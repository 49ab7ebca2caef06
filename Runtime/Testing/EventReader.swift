import Edge

/// Reads server-sent events from the bytes of a stream (HTML, section 9.2.6).
struct EventReader {
  /// The whole events so far.
  private(set) var events: [ServerSentEvent] = []
  private var line: [UInt8] = []
  private var data: [String] = []
  private var event: String?
  private var id: String?
  private var followsReturn = false

  mutating func read(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\n"):
      // After a carriage return it belongs to the same end of a line.
      if !followsReturn { endLine() }
    case UInt8(ascii: "\r"): endLine()
    default: line.append(byte)
    }
    followsReturn = byte == UInt8(ascii: "\r")
  }

  private mutating func endLine() {
    guard !line.isEmpty else { return endEvent() }
    let name = line.prefix { $0 != UInt8(ascii: ":") }
    var value = line.dropFirst(name.count + 1)
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    let text = String(decoding: value, as: UTF8.self)
    switch String(decoding: name, as: UTF8.self) {
    case "data": data.append(text)
    case "event": event = text
    case "id": id = text
    // A comment, or a field that no client of the tests needs.
    default: break
    }
    line = []
  }

  private mutating func endEvent() {
    // A browser does not deliver an event without data.
    if !data.isEmpty { events.append(ServerSentEvent(data: data.joined(separator: "\n"), event: event, id: id)) }
    (data, event, id) = ([], nil, nil)
  }
}
