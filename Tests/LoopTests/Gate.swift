import Dispatch

/// A gate that a thread waits at.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  func pass() {
    semaphore.wait()
    semaphore.signal()
  }
  func open() { semaphore.signal() }
}
