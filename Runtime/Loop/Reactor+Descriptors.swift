import CLoop
import FoundationEssentials

extension Reactor {
  /// Watches a descriptor, under the number that the client receives with its events, from 1 on; false if the system
  /// refuses.
  package func add(_ descriptor: CInt, as number: UInt64, for events: DescriptorEvents) -> Bool {
    control(EPOLL_CTL_ADD, descriptor, number, events)
  }

  /// Watches a descriptor for other conditions; false if it is not watched.
  @discardableResult
  package func change(_ descriptor: CInt, as number: UInt64, to events: DescriptorEvents) -> Bool {
    control(EPOLL_CTL_MOD, descriptor, number, events)
  }

  /// Ends the watch of a descriptor. To be called before the descriptor is closed.
  package func remove(_ descriptor: CInt) { _ = control(EPOLL_CTL_DEL, descriptor, 0, []) }

  private func control(_ operation: CInt, _ descriptor: CInt, _ number: UInt64, _ events: DescriptorEvents) -> Bool {
    var event = unsafe epoll_event(events: events.rawValue, data: epoll_data_t(u64: number))
    return unsafe epoll_ctl(epoll, operation, descriptor, &event) == 0
  }
}
