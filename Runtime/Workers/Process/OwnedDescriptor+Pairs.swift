import CProcess
import Glibc

extension OwnedDescriptor {
  /// Two connected Unix stream sockets that do not block.
  static func socketPair() throws(WorkerStartFault) -> (OwnedDescriptor, OwnedDescriptor) {
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw WorkerStartFault(step: "create a channel", errno)
    }
    return (OwnedDescriptor(ends[0]), OwnedDescriptor(ends[1]))
  }

  /// The two ends of a pipe: one to read from, which does not block, and one to write to, which does.
  static func pipe() throws(WorkerStartFault) -> (OwnedDescriptor, OwnedDescriptor) {
    var ends: [CInt] = [-1, -1]
    guard unsafe cprocess_create_pipe(&ends) == 0 else {
      throw WorkerStartFault(step: "create a pipe", errno)
    }
    return (OwnedDescriptor(ends[0]), OwnedDescriptor(ends[1]))
  }
}
