import Wire

/// Decodes the chunked transfer coding (RFC 9112, section 7.1): a state machine that does no I/O and reads each byte
/// once.
struct ChunkDecoder {
  /// The longest line, in bytes: the size of a chunk with its extensions, or a trailer.
  static let maximumLine = 4 << 10

  private enum State {
    case size
    case data(left: Int)
    case dataEnd
    case trailers
    case end
  }

  /// The largest body, and the largest sum of the lines beside it, in bytes.
  private let maximum: Int
  private var state = State.size
  /// The beginning of a line whose end has not come.
  private var line: [UInt8] = []
  private var lineBytes = 0
  /// The decoded bytes.
  private(set) var body: [UInt8] = []

  init(upTo maximum: Int) { self.maximum = maximum }

  /// Decodes further bytes; returns whether the body is whole. Those behind the body are ignored.
  mutating func receive(_ bytes: ArraySlice<UInt8>) throws(HandshakeFault) -> Bool {
    var rest = bytes
    while true {
      switch state {
      case .size:
        guard let text = try nextLine(&rest) else { return false }
        let size = try Self.size(text)
        guard body.count + size <= maximum else { throw .tooLarge }
        state = size > 0 ? .data(left: size) : .trailers
      case .data(let left):
        guard !rest.isEmpty else { return false }
        let part = rest.prefix(left)
        body += part
        rest = rest.dropFirst(part.count)
        state = part.count < left ? .data(left: left - part.count) : .dataEnd
      case .dataEnd:
        guard let text = try nextLine(&rest) else { return false }
        guard text.isEmpty else { throw .malformed }
        state = .size
      case .trailers:
        // Trailers are dropped.
        guard let text = try nextLine(&rest) else { return false }
        if text.isEmpty { state = .end }
      case .end: return true
      }
    }
  }

  /// Takes a line without its end; nil if it is not whole.
  private mutating func nextLine(_ rest: inout ArraySlice<UInt8>) throws(HandshakeFault) -> [UInt8]? {
    let end = rest.firstIndex(of: UInt8(ascii: "\n"))
    let part = rest[..<(end ?? rest.endIndex)]
    lineBytes += part.count + 1
    guard line.count + part.count <= Self.maximumLine, lineBytes <= maximum else { throw .tooLarge }
    line += part
    guard let end else {
      rest = []
      return nil
    }
    rest = rest[(end + 1)...]
    guard line.last == UInt8(ascii: "\r") else { throw .malformed }
    defer { line = [] }
    return Array(line.dropLast())
  }

  /// Reads the size of a chunk. Extensions after it are ignored.
  private static func size(_ line: [UInt8]) throws(HandshakeFault) -> Int {
    let digits = line.prefix { ASCII.hexValue($0) != nil }
    guard (1...8).contains(digits.count), [nil, UInt8(ascii: ";")].contains(line.dropFirst(digits.count).first) else {
      throw .malformed
    }
    return digits.reduce(0) { $0 << 4 | Int(ASCII.hexValue($1) ?? 0) }
  }
}
