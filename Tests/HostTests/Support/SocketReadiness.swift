import Loop
import Synchronization

/// Waits for sockets, on one loop for all tests.
final class SocketReadiness: ReactorClient {
  /// A waiter for a descriptor.
  private struct Waiter {
    let descriptor: CInt
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var waiters: [UInt64: Waiter] = [:]
    var lastNumber: UInt64 = 0
  }

  /// The loop of all tests; it ends with the process.
  static let shared = Result { () throws(SystemError) in try SocketReadiness() }

  private let loop: Reactor
  private let state = Mutex(State())

  private init() throws(SystemError) {
    loop = try Reactor(named: "test-sockets")
    loop.start(self)
  }

  /// Waits until a descriptor can be read or written, or is broken. Nothing else may wait for it meanwhile.
  func wait(for events: DescriptorEvents, on descriptor: CInt) async {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        state.lastNumber += 1
        state.waiters[state.lastNumber] = Waiter(descriptor: descriptor, continuation: continuation)
        if !loop.add(descriptor, as: state.lastNumber, for: events) {
          state.waiters[state.lastNumber] = nil
          continuation.resume()
        }
      }
    }
  }

  func descriptorIsReady(_ number: UInt64, _ events: DescriptorEvents) {
    let waiter = state.withLock { state in
      let waiter = state.waiters.removeValue(forKey: number)
      if let waiter { loop.remove(waiter.descriptor) }
      return waiter
    }
    waiter?.continuation.resume()
  }

  func lookAtClock(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? { nil }
}
