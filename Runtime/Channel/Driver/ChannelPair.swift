import Glibc
package import Loop

/// The two ends of a new Unix stream socket.
package struct ChannelPair: Sendable {
  package let host: CInt
  package let worker: CInt

  /// Makes a pair. Both descriptors do not block, and are closed in processes that the system starts.
  package static func make() throws(SystemError) -> ChannelPair {
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw SystemError() }
    return ChannelPair(host: ends[0], worker: ends[1])
  }
}
