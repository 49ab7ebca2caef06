import NIOCore
import Wire

extension WireError {
  /// The error as the text for which a stream breaks off.
  package var reason: String { Base64URL.encode([UInt8](buffer: payload)) }

  /// Reads an error from the text for which a stream broke off; nil for a text of another kind.
  package init?(reason: String) {
    guard let bytes = Base64URL.decode(Array(reason.utf8)) else { return nil }
    do throws(MessageFault) { try self.init(payload: ByteBuffer(bytes: bytes)) } catch { return nil }
  }
}
