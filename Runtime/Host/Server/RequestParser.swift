import Edge
import HTTPTypes

/// Cuts what a client sends into requests (RFC 9112): a state machine that touches no socket.
///
/// It is strict wherever two servers could cut differently: lines end with CR and LF, a field's name ends with its colon,
/// nothing is folded, and a body has one length or is chunked.
struct RequestParser {
  enum Part {
    case head(RequestStart)
    /// Where some bytes of the body are.
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
    /// What comes after a fault cannot be cut.
    case failed
  }

  /// The longest line that announces a chunk: its size, and extensions that nobody uses.
  private static let chunkLineBytes = 256

  /// The most empty lines before a request.
  private static let maximumEmptyLines = 16

  private let limits: Limits
  private var state = State.requestLine
  /// The request whose fields are read. Not a part of the state, lest it be copied with each.
  private var start: RequestStart?
  /// Whether the request that is read, or was refused, is HEAD.
  private(set) var isHead = false
  /// The bytes and lines that count against the limits of the headers, and of the trailers.
  private var headerBytes = 0
  private var headerLines = 0
  /// The empty lines since the last request.
  private var emptyLines = 0
  /// How much of a line that is not whole was looked through.
  private var searched = 0

  init(limits: Limits) { self.limits = limits }

  /// Whether nothing of the next request was read.
  var isBetweenRequests: Bool {
    if case .requestLine = state { searched == 0 } else { false }
  }

  /// Reads on.
  ///
  /// - Parameters:
  ///   - bytes: What has come and was not read yet.
  ///   - position: How much of it is read; a line that is not whole stays.
  /// - Returns: the next part; nil when more must come first.
  /// - Throws: ``HostError`` 400 or 431; then nothing more can be read.
  mutating func next(_ bytes: Span<UInt8>, _ position: inout Int) throws(HostError) -> Part? {
    do throws(HostError) {
      return try read(bytes, &position)
    } catch {
      state = .failed
      throw error
    }
  }

  private mutating func read(_ bytes: Span<UInt8>, _ position: inout Int) throws(HostError) -> Part? {
    while true {
      switch state {
      case .requestLine:
        isHead = bytes.extracting(position...).starts(with: "HEAD ")
        guard let line = try headerLine(bytes, &position) else { return nil }
        // Some clients send an empty line before a request (section 2.2). A flood of them is refused.
        guard !line.isEmpty else {
          emptyLines += 1
          guard emptyLines <= Self.maximumEmptyLines else { throw .noRequest }
          continue
        }
        let start = try RequestStart(line: bytes.extracting(line))
        (headerBytes, headerLines, emptyLines) = (start.target.utf8.count, 0, 0)
        self.start = start
        state = .fields
      case .fields:
        guard let line = try headerLine(bytes, &position) else { return nil }
        guard line.isEmpty else {
          try count(line)
          try start?.add(line: bytes.extracting(line))
          continue
        }
        guard let start = start.take() else { throw .noRequest }
        try start.finish()
        state = start.isChunked ? .chunkLine : start.contentLength > 0 ? .body(left: start.contentLength) : .end
        return .head(start)
      case .body(let left):
        guard let part = take(left, bytes, &position) else { return nil }
        state = part.count < left ? .body(left: left - part.count) : .end
        return .body(part)
      case .chunkLine:
        let fault = HostError.badRequest("A chunk's size takes more than \(Self.chunkLineBytes) bytes")
        guard let line = try line(bytes, &position, limit: Self.chunkLineBytes, fault) else { return nil }
        let size = try Self.chunkSize(bytes.extracting(line))
        (headerBytes, headerLines) = (0, 0)
        state = size > 0 ? .chunk(left: size) : .trailers
      case .chunk(let left):
        guard let part = take(left, bytes, &position) else { return nil }
        state = part.count < left ? .chunk(left: left - part.count) : .chunkEnd
        return .body(part)
      case .chunkEnd:
        let fault = HostError.badRequest("A chunk is longer than its size")
        guard let line = try line(bytes, &position, limit: 0, fault) else { return nil }
        guard line.isEmpty else { throw fault }
        state = .chunkLine
      case .trailers:
        guard let line = try headerLine(bytes, &position) else { return nil }
        guard line.isEmpty else {
          try count(line)
          // Dropped (section 7.1.2), but for what would frame another request (RFC 9110, section 6.5.1).
          let (name, _) = try FieldName.read(bytes.extracting(line))
          guard case .other = name.role else { throw .badRequest("A trailer may not be \(name.name)") }
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

  /// Counts a header line, of which the blank after the colon may be missing.
  private mutating func count(_ line: Range<Int>) throws(HostError) {
    headerBytes += line.count + 2
    headerLines += 1
    guard headerBytes <= limits.headerBytes, headerLines <= limits.headerLines else { throw .headersTooLarge(limits) }
  }

  private func take(_ count: Int, _ bytes: Span<UInt8>, _ position: inout Int) -> Range<Int>? {
    let end = min(bytes.count, position + count)
    guard end > position else { return nil }
    defer { position = end }
    return position..<end
  }

  private mutating func headerLine(
    _ bytes: Span<UInt8>, _ position: inout Int
  ) throws(HostError) -> Range<Int>? {
    let limits = limits
    return try line(bytes, &position, limit: limits.headerBytes, .headersTooLarge(limits))
  }

  /// Finds a line and moves behind it; nil when it is not whole.
  private mutating func line(
    _ bytes: Span<UInt8>, _ position: inout Int, limit: Int, _ tooLong: @autoclosure () -> HostError
  ) throws(HostError) -> Range<Int>? {
    let start = position
    var index = start + searched
    while true {
      index = bytes.firstControl(from: index)
      guard index < bytes.count else { break }
      let byte = bytes[index]
      if byte == 0x0d {
        guard index + 1 < bytes.count else { break }
        guard bytes[index + 1] == 0x0a else { throw .noRequest }
        guard index - start <= limit else { throw tooLong() }
        searched = 0
        position = index + 2
        return start..<index
      } else if byte == 0x09 {
        index += 1
      } else {
        throw .noRequest
      }
    }
    searched = index - start
    // Its end may have come in half.
    if searched > limit + 1 { throw tooLong() }
    return nil
  }

  /// The size of a chunk, whatever extensions follow it (section 7.1).
  private static func chunkSize(_ line: Span<UInt8>) throws(HostError) -> Int {
    var size = 0
    var digits = 0
    while digits < line.count, let digit = hexValue(line[digits]) {
      // 60 bits: no body is as long, and no integer overflows.
      guard digits < 15 else { throw .badRequest("A chunk's size is beyond counting") }
      size = size << 4 | digit
      digits += 1
    }
    let isEnded = digits == line.count || line[digits] == UInt8(ascii: ";")
    guard digits > 0, isEnded else { throw .badRequest("A chunk's size is no hexadecimal number") }
    return size
  }

  private static func hexValue(_ byte: UInt8) -> Int? {
    switch byte {
    case 0x30...0x39: Int(byte) - 0x30
    case 0x41...0x46: Int(byte) - 0x41 + 10
    case 0x61...0x66: Int(byte) - 0x61 + 10
    default: nil
    }
  }
}

extension HostError {
  /// For what no client of HTTP/1.1 would say.
  static let noRequest = HostError.badRequest("The request is no HTTP/1.1")
}

extension Span<UInt8> {
  fileprivate func starts(with word: StaticString) -> Bool {
    guard count >= word.utf8CodeUnitCount else { return false }
    for index in 0..<word.utf8CodeUnitCount where unsafe self[index] != word.utf8Start[index] { return false }
    return true
  }

  /// Where the first control character is, from an index on; the end if there is none.
  fileprivate func firstControl(from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops = ones << 7
    var index = start
    let last = count &- 8
    // Eight at a time. Without its top bit, a byte has it again with 0x60 more if it is 0x20 or above, and with 1 more if it is 0x7f.
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
