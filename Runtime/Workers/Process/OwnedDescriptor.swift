import CProcess
import Channel
import Glibc
import Loop
import Synchronization

/// A descriptor that is closed with its owner.
final class OwnedDescriptor: Sendable {
  private let number: Mutex<CInt>

  init(_ number: CInt) { self.number = Mutex(number) }

  deinit { close() }

  /// The descriptor; -1 once it is closed or taken.
  var value: CInt { number.withLock { $0 } }

  /// Whether a read would not wait: there are bytes, or the end. A process's descriptor is ready once it has ended.
  var isReady: Bool {
    var ready = pollfd(fd: value, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&ready, 1, 0) > 0
  }

  /// Passes the descriptor on; nil from the second call on, or after ``close()``.
  func take() -> CInt? {
    number.withLock { number in
      defer { number = -1 }
      return number < 0 ? nil : number
    }
  }

  func close() {
    if let number = take() { Glibc.close(number) }
  }
}

/// Pairs of descriptors that an exec closes.
extension OwnedDescriptor {
  /// Two connected Unix stream sockets that do not block.
  static func socketPair() throws(WorkerStartFault) -> (OwnedDescriptor, OwnedDescriptor) {
    do throws(SystemError) {
      let pair = try ChannelPair.make()
      return (OwnedDescriptor(pair.host), OwnedDescriptor(pair.worker))
    } catch {
      throw WorkerStartFault(step: "create a channel", error.number)
    }
  }

  /// The two ends of a pipe: one to read from, which does not block, and one to write to, which does.
  static func pipe() throws(WorkerStartFault) -> (OwnedDescriptor, OwnedDescriptor) {
    var ends: [CInt] = [-1, -1]
    let error = unsafe cprocess_pipe(&ends)
    guard error == 0 else { throw WorkerStartFault(step: "create a pipe", error) }
    let (reader, writer) = (OwnedDescriptor(ends[0]), OwnedDescriptor(ends[1]))
    guard fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 else { throw WorkerStartFault(step: "create a pipe", errno) }
    return (reader, writer)
  }
}
