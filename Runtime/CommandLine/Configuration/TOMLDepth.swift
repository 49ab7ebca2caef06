/// A check of how deeply a text of TOML is nested, made before it is parsed: the parser's library recurses, and a table
/// of many thousand levels overflows the thread's stack.
struct TOMLDepth {
  /// The most dots in one key or header.
  static let mostDots = 100
  /// The most brackets and braces that are open at a time.
  static let mostBrackets = 16

  private enum Mode {
    case code
    case comment
    case text(quote: UInt8, isLong: Bool)
  }

  private let bytes: [UInt8]
  private var (index, line, lineStart) = (0, 1, 0)
  private var mode = Mode.code
  private var (dots, brackets) = (0, 0)

  private init(_ text: String) { bytes = Array(text.utf8) }

  /// The first place that is nested too deeply; nil if every place is within the limit.
  static func fault(in text: String) -> TOMLNode.Fault? {
    var depth = TOMLDepth(text)
    return depth.scan()
  }

  private mutating func scan() -> TOMLNode.Fault? {
    while index < bytes.count {
      let byte = bytes[index]
      switch mode {
      case .code:
        if let reason = read(byte) {
          return TOMLNode.Fault(line: line, column: index - lineStart + 1, reason: reason)
        }
      case .comment: if byte == Self.newline { mode = .code }
      case .text(let quote, let isLong): read(byte, in: quote, isLong)
      }
      if index < bytes.count, bytes[index] == Self.newline { (line, lineStart) = (line + 1, index + 1) }
      index += 1
    }
    return nil
  }

  /// Reads a byte outside of texts and comments; returns why it is too deep.
  private mutating func read(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "#"): mode = .comment
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let isLong = areThree(byte)
      if isLong { index += 2 }
      mode = .text(quote: byte, isLong: isLong)
    case UInt8(ascii: "["), UInt8(ascii: "{"): (dots, brackets) = (0, brackets + 1)
    case UInt8(ascii: "]"), UInt8(ascii: "}"): (dots, brackets) = (0, max(0, brackets - 1))
    case UInt8(ascii: "."): dots += 1
    case UInt8(ascii: "="), UInt8(ascii: ","), Self.newline: dots = 0
    default: break
    }
    if dots > Self.mostDots { return "a key has more than \(Self.mostDots) dots" }
    return brackets > Self.mostBrackets ? "more than \(Self.mostBrackets) brackets are open" : nil
  }

  private mutating func read(_ byte: UInt8, in quote: UInt8, _ isLong: Bool) {
    switch byte {
    case UInt8(ascii: "\\") where quote == UInt8(ascii: "\""):
      // A newline after it is counted by the caller.
      index += 1
    case quote where !isLong: mode = .code
    case quote where areThree(quote):
      index += 2
      // Up to two quotation marks may stand before those that end the text.
      for _ in 0..<2 where index + 1 < bytes.count && bytes[index + 1] == quote { index += 1 }
      mode = .code
    case Self.newline where !isLong: (mode, dots) = (.code, 0)
    default: break
    }
  }

  private func areThree(_ quote: UInt8) -> Bool {
    bytes[index...].starts(with: [quote, quote, quote])
  }

  private static let newline = UInt8(ascii: "\n")
}
