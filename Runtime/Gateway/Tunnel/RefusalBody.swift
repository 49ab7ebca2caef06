import HTTPTypes
import Wire

/// Reads the body of a refusal by its length, its chunks or the end of the connection (RFC 9112, section 6.3): a state
/// machine that does no I/O.
struct RefusalBody {
  /// The largest body, in bytes.
  private let maximum: Int
  /// The declared length; nil if none is declared.
  private let length: Int?
  private var chunks: ChunkDecoder?
  /// What has come of a body without chunks.
  private var bytes: [UInt8] = []

  /// Finds how the body ends.
  init(status: HTTPResponse.Status, fields: HTTPFields, upTo maximum: Int) throws(HandshakeFault) {
    self.maximum = maximum
    if status == .noContent || status == .notModified {
      length = 0
      return
    }
    let codings = fields[values: .transferEncoding].map { $0.lowercased() }
    let lengths = fields[values: .contentLength]
    guard codings.isEmpty else {
      guard codings == ["chunked"], lengths.isEmpty else { throw .malformed }
      length = nil
      chunks = ChunkDecoder(upTo: maximum)
      return
    }
    guard let text = lengths.first else {
      length = nil
      return
    }
    guard lengths.count == 1, text.utf8.allSatisfy(ASCII.isDigit), let number = Int(text) else { throw .malformed }
    guard number <= maximum else { throw .tooLarge }
    length = number
  }

  /// Reads further bytes; nil if the body is not whole. Those behind the body are ignored.
  mutating func receive(_ more: ArraySlice<UInt8>) throws(HandshakeFault) -> [UInt8]? {
    if chunks != nil {
      let isWhole = try chunks?.receive(more)
      return isWhole == true ? chunks?.body : nil
    }
    bytes += more.prefix((length ?? maximum + 1) - bytes.count)
    guard bytes.count <= maximum else { throw .tooLarge }
    return bytes.count == length ? bytes : nil
  }

  /// The body, if it is one that ends with its connection.
  var wholeAtEnd: [UInt8]? { length == nil && chunks == nil ? bytes : nil }
}
