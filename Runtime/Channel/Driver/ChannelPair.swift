import Glibc

/// The two ends of a new Unix stream socket, for tests and for a worker in the host's process.
package struct ChannelPair: Sendable {
  package let host: CInt
  package let worker: CInt

  /// Makes a pair. Both descriptors do not block, and are closed in processes that the system starts.
  ///
  /// - Throws: ``ChannelPairError`` if the system refuses.
  package static func make() throws(ChannelPairError) -> ChannelPair {
    var ends: (CInt, CInt) = (-1, -1)
    let result = unsafe withUnsafeMutablePointer(to: &ends) { pointer in
      unsafe pointer.withMemoryRebound(to: CInt.self, capacity: 2) {
        unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0, $0)
      }
    }
    guard result == 0 else { throw ChannelPairError(number: errno) }
    return ChannelPair(host: ends.0, worker: ends.1)
  }
}

/// The system made no pair of sockets.
package struct ChannelPairError: Error, Sendable, Hashable {
  /// The system's `errno`.
  package let number: CInt
}
