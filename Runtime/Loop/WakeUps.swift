import CLoop
import Synchronization

/// Wake-ups deferred to the end of a batch, so that a woken thread finds the whole batch.
///
/// Without this two threads that pass work to each other sleep and wake for each piece.
package final class WakeUps: Sendable {
  private let deferred = Mutex<[@Sendable () -> Void]>([])
  private let watch: LoopWatchdog?

  /// - Parameter watch: The watchdog of the loop whose thread defers the wake-ups; `nil` for a thread without a loop.
  init(watch: LoopWatchdog? = nil) { self.watch = watch }

  /// Defers a wake-up. Called on the batch's thread, or on a thread of the loop.
  func add(_ wakeUp: @escaping @Sendable () -> Void) {
    deferred.withLock { $0.append(wakeUp) }
    // A thread that took the loop over may have delivered the deferred wake-ups already, and sleep.
    let job = unsafe cloop_thread().pointee.job
    if let watch, job != 0, !watch.isOn(job) { deliver() }
  }

  package func deliver() {
    let wakeUps = deferred.withLock { deferred in
      defer { deferred = [] }
      return deferred
    }
    for wakeUp in wakeUps { wakeUp() }
  }

  /// Wakes a thread: at the end of the current batch on a loop's thread and in ``batch(_:)``, at once elsewhere.
  package static func post(_ wakeUp: @escaping @Sendable () -> Void) {
    if let wakeUps = unsafe cloop_thread().pointee.wake_ups {
      unsafe Unmanaged<WakeUps>.fromOpaque(wakeUps).takeUnretainedValue().add(wakeUp)
    } else {
      wakeUp()
    }
  }

  /// Delivers the wake-ups that the current thread has deferred, before work that may take long.
  package static func deliverDeferred() {
    if let wakeUps = unsafe cloop_thread().pointee.wake_ups {
      unsafe Unmanaged<WakeUps>.fromOpaque(wakeUps).takeUnretainedValue().deliver()
    }
  }

  /// Runs a body that defers this thread's wake-ups. They are delivered after it; the body delivers them before it
  /// sleeps.
  package static func batch(_ body: (WakeUps) -> Void) {
    let wakeUps = WakeUps()
    let outer = unsafe cloop_thread().pointee.wake_ups
    unsafe cloop_thread().pointee.wake_ups = UnsafeRawPointer(Unmanaged.passUnretained(wakeUps).toOpaque())
    body(wakeUps)
    unsafe cloop_thread().pointee.wake_ups = outer
    wakeUps.deliver()
  }
}
