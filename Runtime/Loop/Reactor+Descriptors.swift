import CLoop
import Foundation

extension Reactor {
  /// What a descriptor is watched for, and what was seen.
  package struct Events: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// There is something to read, or a connection to accept.
    package static let input = Events(rawValue: EPOLLIN.rawValue)
    /// There is room to write.
    package static let output = Events(rawValue: EPOLLOUT.rawValue)
    /// The other side sends nothing more.
    package static let endOfInput = Events(rawValue: EPOLLRDHUP.rawValue)
    /// The connection is broken; always watched for.
    package static let broken = Events(rawValue: EPOLLERR.rawValue | EPOLLHUP.rawValue)
  }

  /// Watches a descriptor.
  ///
  /// - Parameter number: What the client is told it as, from 1 on.
  /// - Returns: `false` if the system refuses.
  package func add(_ descriptor: CInt, as number: UInt64, for events: Events) -> Bool {
    control(EPOLL_CTL_ADD, descriptor, number, events)
  }

  /// Watches it for something else.
  package func change(_ descriptor: CInt, as number: UInt64, to events: Events) {
    _ = control(EPOLL_CTL_MOD, descriptor, number, events)
  }

  /// To be called before the descriptor is closed.
  package func remove(_ descriptor: CInt) { _ = control(EPOLL_CTL_DEL, descriptor, 0, []) }

  private func control(_ operation: CInt, _ descriptor: CInt, _ number: UInt64, _ events: Events) -> Bool {
    var event = unsafe epoll_event(events: events.rawValue, data: epoll_data_t(u64: number))
    return unsafe epoll_ctl(epoll, operation, descriptor, &event) == 0
  }
}
