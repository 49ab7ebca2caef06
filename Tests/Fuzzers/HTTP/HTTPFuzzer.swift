import HTTPTypes

@testable import HTTPServer

/// libFuzzer's entry: cuts an input into requests, whole and in pieces, and checks that the pieces change nothing.
///
/// The first byte says how long the pieces are. A parser that depended on where TCP splits a stream could be made to
/// see other requests than the server before it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHTTP(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard count > 0 else { return 0 }
  let bytes = unsafe [UInt8](UnsafeBufferPointer(start: data, count: count))
  let stream = Array(bytes.dropFirst())
  let whole = Cut(stream, pieces: stream.count)
  for length in [1, Int(bytes[0]) % 97 + 2] {
    let pieces = Cut(stream, pieces: length)
    // A line with two faults, such as one that is malformed far beyond its limit, may be refused for either.
    let agrees = whole.messages == pieces.messages && (whole.fault == nil) == (pieces.fault == nil)
    precondition(agrees, "in pieces of \(length): \(pieces), whole: \(whole)")
  }
  return 0
}

/// What a parser made of a stream.
struct Cut {
  struct Message: Equatable {
    var method: String
    var target: String
    var names: [String]
    var values: [UInt8]
    var body: [UInt8] = []
    var isWhole = false
  }

  var messages: [Message] = []
  var fault: ProtocolFault?

  /// Cuts a stream.
  ///
  /// - Parameter length: How many bytes come at a time.
  init(_ stream: [UInt8], pieces length: Int) {
    var parser = RequestParser(limits: .fuzzed)
    var unread: [UInt8] = []
    var rest = stream[...]
    do throws(ProtocolFault) {
      repeat {
        unread += rest.prefix(length)
        rest = rest.dropFirst(length)
        var position = 0
        while let part = try parser.next(unread.span, &position) { take(part, unread) }
        precondition(position <= unread.count, "read beyond the input")
        unread.removeFirst(position)
      } while !rest.isEmpty
    } catch {
      fault = error
    }
  }

  private mutating func take(_ part: RequestParser.Part, _ input: [UInt8]) {
    switch part {
    case .head(let head):
      messages.append(
        Message(
          method: head.method.rawValue, target: head.target,
          names: head.fields.fields.map(\.name.canonicalName), values: head.fields.bytes))
    case .body(let range): messages[messages.count - 1].body += input[range]
    case .end: messages[messages.count - 1].isWhole = true
    }
  }
}

extension ServerLimits {
  /// Small ones, so that inputs reach them.
  static let fuzzed = ServerLimits(
    headerBytes: 512, headerLines: 8, headerTimeout: 1, bodyTimeout: 1, bodyRate: 1, connections: 1,
    keepAliveTimeout: 1, idleTimeout: 1, wallClock: 1, tunnelIdleTimeout: 1, lastRequestTimeout: 1, halfCloseProbe: 1)
}
