import HTTPTypes
import Wire

/// The parser of requests (RFC 9112): a state machine that does no I/O.
///
/// It is strict where two servers could delimit a message differently: lines end with CR and LF, a field's name ends
/// with its colon, no field is folded over lines, and a body has one length or is chunked.
struct RequestParser {
  enum Part {
    case head(RequestHead)
    /// Bytes of the body, by their range in the input.
    case body(Range<Int>)
    /// The request is whole.
    case end
  }

  private enum State {
    case requestLine
    case fields
    case body(left: Int)
    case chunkLine
    case chunk(left: Int)
    case chunkEnd
    case trailers
    case end
    /// Input after a fault is dropped.
    case failed
  }

  /// The longest line of a chunk's size and extensions, in bytes.
  private static let chunkLineBytes = 256

  private static let maximumEmptyLines = 16

  private let limits: ServerLimits
  private var state = State.requestLine
  /// The request head whose fields are being parsed. It is not part of the state, so that adding a field copies
  /// nothing.
  private var head: RequestHead?
  /// Whether the method of the current or refused request is HEAD.
  private(set) var isHead = false
  /// The bytes and lines that count against the limits of the headers, and of the trailers.
  private var headerBytes = 0
  private var headerLines = 0
  private var emptyLines = 0
  /// The number of bytes of an incomplete line that were searched for its end.
  private var searched = 0

  init(limits: ServerLimits) { self.limits = limits }

  /// Whether no byte of the next request is parsed.
  var isBetweenRequests: Bool {
    if case .requestLine = state { searched == 0 } else { false }
  }

  /// Parses the next part from `position`, which moves behind it, but not into an incomplete line; nil if more input is
  /// needed.
  ///
  /// - Throws: ``ProtocolFault``; further input is then dropped.
  mutating func next(_ bytes: Span<UInt8>, _ position: inout Int) throws(ProtocolFault) -> Part? {
    do throws(ProtocolFault) {
      return try read(bytes, &position)
    } catch {
      state = .failed
      throw error
    }
  }

  private mutating func read(_ bytes: Span<UInt8>, _ position: inout Int) throws(ProtocolFault) -> Part? {
    while true {
      switch state {
      case .requestLine:
        isHead = bytes.extracting(position...).starts(with: "HEAD ")
        guard let line = try headerLine(bytes, &position) else { return nil }
        // Some clients send an empty line before a request (section 2.2). A flood of them is refused.
        guard !line.isEmpty else {
          emptyLines += 1
          guard emptyLines <= Self.maximumEmptyLines else { throw .notHTTP }
          continue
        }
        let head = try RequestHead(line: bytes.extracting(line))
        (headerBytes, headerLines, emptyLines) = (head.target.utf8.count, 0, 0)
        self.head = head
        state = .fields
      case .fields:
        guard let line = try headerLine(bytes, &position) else { return nil }
        guard line.isEmpty else {
          try count(line)
          try head?.add(line: bytes.extracting(line))
          continue
        }
        guard let head = head.take() else { throw .notHTTP }
        try head.finish()
        state = head.isChunked ? .chunkLine : head.contentLength > 0 ? .body(left: head.contentLength) : .end
        return .head(head)
      case .body(let left):
        guard let part = take(left, bytes, &position) else { return nil }
        state = part.count < left ? .body(left: left - part.count) : .end
        return .body(part)
      case .chunkLine:
        let fault = ProtocolFault.longChunkLine(limit: Self.chunkLineBytes)
        guard let line = try line(bytes, &position, limit: Self.chunkLineBytes, fault) else { return nil }
        let size = try Self.chunkSize(bytes.extracting(line))
        (headerBytes, headerLines) = (0, 0)
        state = size > 0 ? .chunk(left: size) : .trailers
      case .chunk(let left):
        guard let part = take(left, bytes, &position) else { return nil }
        state = part.count < left ? .chunk(left: left - part.count) : .chunkEnd
        return .body(part)
      case .chunkEnd:
        guard let line = try line(bytes, &position, limit: 0, .longChunk) else { return nil }
        guard line.isEmpty else { throw .longChunk }
        state = .chunkLine
      case .trailers:
        guard let line = try headerLine(bytes, &position) else { return nil }
        guard line.isEmpty else {
          try count(line)
          // Trailers are dropped (section 7.1.2). Those that frame a message are refused (RFC 9110, section 6.5.1).
          let (name, _) = try FieldName.read(bytes.extracting(line))
          guard case .other = name.role else { throw .forbiddenTrailer("\(name.name)") }
          continue
        }
        state = .end
      case .end:
        state = .requestLine
        return .end
      case .failed:
        position = bytes.count
        return nil
      }
    }
  }

  /// Counts a header line with its end.
  private mutating func count(_ line: Range<Int>) throws(ProtocolFault) {
    headerBytes += line.count + 2
    headerLines += 1
    guard headerBytes <= limits.headerBytes, headerLines <= limits.headerLines else { throw .headTooLarge }
  }

  private func take(_ count: Int, _ bytes: Span<UInt8>, _ position: inout Int) -> Range<Int>? {
    let end = min(bytes.count, position + count)
    guard end > position else { return nil }
    defer { position = end }
    return position..<end
  }

  private mutating func headerLine(
    _ bytes: Span<UInt8>, _ position: inout Int
  ) throws(ProtocolFault) -> Range<Int>? {
    try line(bytes, &position, limit: limits.headerBytes, .headTooLarge)
  }

  /// Finds a line and moves behind it; nil if it is incomplete.
  private mutating func line(
    _ bytes: Span<UInt8>, _ position: inout Int, limit: Int, _ tooLong: ProtocolFault
  ) throws(ProtocolFault) -> Range<Int>? {
    let start = position
    var index = start + searched
    while true {
      index = bytes.firstControl(from: index)
      guard index < bytes.count else { break }
      let byte = bytes[index]
      if byte == 0x0d {
        guard index + 1 < bytes.count else { break }
        guard bytes[index + 1] == 0x0a else { throw .notHTTP }
        guard index - start <= limit else { throw tooLong }
        searched = 0
        position = index + 2
        return start..<index
      } else if byte == 0x09 {
        index += 1
      } else {
        throw .notHTTP
      }
    }
    searched = index - start
    // The last byte may be the CR of the line's end.
    if searched > limit + 1 { throw tooLong }
    return nil
  }

  /// Parses the size of a chunk. Extensions after it are ignored (section 7.1).
  private static func chunkSize(_ line: Span<UInt8>) throws(ProtocolFault) -> Int {
    var size = 0
    var digits = 0
    while digits < line.count, let digit = ASCII.hexValue(line[digits]) {
      // 60 bits are more than any body has, and do not overflow.
      guard digits < 15 else { throw .hugeChunk }
      size = size << 4 | Int(digit)
      digits += 1
    }
    let isEnded = digits == line.count || line[digits] == UInt8(ascii: ";")
    guard digits > 0, isEnded else { throw .invalidChunkSize }
    return size
  }
}

extension Span<UInt8> {
  func starts(with word: StaticString) -> Bool {
    guard count >= word.utf8CodeUnitCount else { return false }
    for index in 0..<word.utf8CodeUnitCount where unsafe self[index] != word.utf8Start[index] { return false }
    return true
  }

  /// The index of the first control character at or after `start`; the count if there is none.
  fileprivate func firstControl(from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops = ones << 7
    var index = start
    let last = count &- 8
    // Eight bytes at a time. Adding 0x60 to a byte below 0x80 sets its top bit if the byte is 0x20 or above; adding 1
    // does if it is 0x7f.
    while index <= last {
      let word = UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
      let low = word & ~tops
      let found = (~(low &+ ones &* 0x60) | (low &+ ones)) & ~word & tops
      if found != 0 { return index &+ found.trailingZeroBitCount >> 3 }
      index &+= 8
    }
    while index < count, self[index] >= 0x20, self[index] != 0x7f { index += 1 }
    return index
  }
}
