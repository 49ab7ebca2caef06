import Synchronization

/// A closure that is called after changes of the queue on this host, for pages that show it.
final class QueueObserver: Sendable {
  private let observe = Mutex<(@Sendable () -> Void)?>(nil)

  /// Sets the closure, which must return at once.
  func set(_ observe: @escaping @Sendable () -> Void) { self.observe.withLock { $0 = observe } }

  func changed() { observe.withLock(\.self)?() }
}
