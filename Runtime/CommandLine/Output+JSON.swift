import Edge
import Host

extension Output {
  /// Writes a value to stdout as one line of JSON.
  static func json(_ value: some Encodable) throws {
    let text = TerminalText.escaped(json: String(decoding: try Wire.encode(value), as: UTF8.self))
    bytes(Array("\(text)\n".utf8))
  }
}
