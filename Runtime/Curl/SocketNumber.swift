/// The number under which an event loop knows a socket of libcurl's: the multi handle's number, then the descriptor.
///
/// A descriptor alone would not do: a second multi handle may get the descriptor of a socket that another one has just
/// closed.
package struct SocketNumber: Hashable, Sendable {
  /// The number of the multi handle on its loop, from 1 on.
  package let multi: UInt32
  package let socket: Int32
}

extension SocketNumber {
  /// Splits the number of an event of the loop.
  package init(_ rawValue: UInt64) {
    multi = UInt32(truncatingIfNeeded: rawValue >> 32)
    socket = Int32(truncatingIfNeeded: rawValue)
  }

  /// The number under which the loop watches the socket.
  var rawValue: UInt64 { UInt64(multi) << 32 | UInt64(UInt32(bitPattern: socket)) }
}
