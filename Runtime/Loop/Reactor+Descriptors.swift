import CLoop
import Foundation

extension Reactor {
  /// The conditions that a descriptor is watched for, and those that were seen.
  package struct Events: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// There is something to read, or a connection to accept.
    package static let input = Events(rawValue: EPOLLIN.rawValue)
    /// There is room to write.
    package static let output = Events(rawValue: EPOLLOUT.rawValue)
    /// The other side sends nothing more.
    package static let endOfInput = Events(rawValue: EPOLLRDHUP.rawValue)
    /// The connection has an error; always watched for.
    package static let error = Events(rawValue: EPOLLERR.rawValue)
    /// Both sides are closed; always watched for.
    package static let hangUp = Events(rawValue: EPOLLHUP.rawValue)
    /// The connection is broken, in either way.
    package static let broken: Events = [.error, .hangUp]
  }

  /// Watches a descriptor.
  ///
  /// - Parameter number: The number under which the client is told of it, from 1 on.
  /// - Returns: `false` if the system refuses.
  package func add(_ descriptor: CInt, as number: UInt64, for events: Events) -> Bool {
    control(EPOLL_CTL_ADD, descriptor, number, events)
  }

  /// Watches a descriptor for other conditions.
  ///
  /// - Returns: `false` if the descriptor is not watched.
  @discardableResult
  package func change(_ descriptor: CInt, as number: UInt64, to events: Events) -> Bool {
    control(EPOLL_CTL_MOD, descriptor, number, events)
  }

  /// Ends the watch of a descriptor. To be called before the descriptor is closed.
  package func remove(_ descriptor: CInt) { _ = control(EPOLL_CTL_DEL, descriptor, 0, []) }

  private func control(_ operation: CInt, _ descriptor: CInt, _ number: UInt64, _ events: Events) -> Bool {
    var event = unsafe epoll_event(events: events.rawValue, data: epoll_data_t(u64: number))
    return unsafe epoll_ctl(epoll, operation, descriptor, &event) == 0
  }
}
