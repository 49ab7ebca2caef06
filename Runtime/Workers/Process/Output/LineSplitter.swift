/// Cuts bytes into lines of text. A value without I/O.
///
/// A line is bounded: what is longer is left out, and marked by an ellipsis. Control characters become question marks,
/// so that a line cannot steer a terminal.
struct LineSplitter {
  /// The most bytes of a line.
  static let longestLine = 10_000

  private var line: [UInt8] = []
  private var isCut = false

  /// Takes the next bytes; returns the lines that they end. Empty lines are left out.
  mutating func take(_ bytes: some Sequence<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if let line = end() { lines.append(line) }
      } else if line.count < Self.longestLine {
        line.append(byte >= 0x20 && byte != 0x7f || byte == UInt8(ascii: "\t") ? byte : UInt8(ascii: "?"))
      } else {
        isCut = true
      }
    }
    return lines
  }

  /// Ends the current line; nil if it is empty.
  mutating func end() -> String? {
    defer { (line, isCut) = ([], false) }
    guard !line.isEmpty else { return nil }
    return String(decoding: line, as: UTF8.self) + (isCut ? "…" : "")
  }
}
