import Glibc

/// The state of a socket's input.
enum SocketInput {
  case bytes
  case nothing
  /// The other side has ended its output, or the connection is broken.
  case end

  /// Looks at a socket, and takes nothing from it.
  init(on socket: Int32) {
    var byte: UInt8 = 0
    let count = unsafe recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
    self = count > 0 ? .bytes : count < 0 && errno == EAGAIN ? .nothing : .end
  }
}
