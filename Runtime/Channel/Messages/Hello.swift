package import NIOCore
import Wire

/// A first frame of a channel: JSON alone, so that builds with different protocols can read each other's version.
package protocol Hello: Codable, Sendable {}

extension Hello {
  /// Reads a first frame.
  ///
  /// - Throws: ``MessageFault``.
  package init(hello payload: ByteBuffer) throws(MessageFault) {
    do throws(JSONFault) {
      self = try Wire.decode(Self.self, from: [UInt8](buffer: payload))
    } catch {
      throw MessageFault("its JSON is not acceptable at \(error.path): \(error.reason)")
    }
  }

  /// The value as a first frame. It is empty if the value cannot be encoded, and the other side refuses it then.
  package var hello: ByteBuffer { ByteBuffer(bytes: (try? Wire.encode(self)) ?? []) }
}

extension Start: Hello {}
extension Manifest: Hello {}
