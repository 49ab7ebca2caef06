import Edge
import NIOCore

extension ResponseBody {
  /// The bytes of a body; nil for a stream.
  var wholeBytes: [UInt8]? {
    if let array { return array }
    return if case .bytes(let buffer) = content { [UInt8](buffer: buffer) } else { nil }
  }
}
