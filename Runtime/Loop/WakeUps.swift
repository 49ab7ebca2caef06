import CLoop
import Synchronization

/// Wake-ups of other threads that are owed, so that who is woken finds all there is to do and not a first piece of it.
///
/// Two threads that hand one another one piece at a time sleep and wake for each.
package final class WakeUps: Sendable {
  private let owed = Mutex<[@Sendable () -> Void]>([])

  init() {}

  func add(_ wakeUp: @escaping @Sendable () -> Void) { owed.withLock { $0.append(wakeUp) } }

  /// Wakes whoever is to be woken.
  package func pay() {
    let wakeUps = owed.withLock { owed in
      defer { owed = [] }
      return owed
    }
    for wakeUp in wakeUps { wakeUp() }
  }

  /// Wakes a thread: at once, or when this thread has handed out what else it has.
  package static func post(_ wakeUp: @escaping @Sendable () -> Void) {
    if let collector = unsafe cloop_seat().pointee.collector {
      unsafe Unmanaged<WakeUps>.fromOpaque(collector).takeUnretainedValue().add(wakeUp)
    } else if let loop = Reactor.current {
      loop.owe(wakeUp)
    } else {
      wakeUp()
    }
  }

  /// Pays what this thread owes: what it does next may take long.
  package static func payAll() {
    if let collector = unsafe cloop_seat().pointee.collector {
      unsafe Unmanaged<WakeUps>.fromOpaque(collector).takeUnretainedValue().pay()
    }
  }

  /// Runs a thread's work; those it is for are woken after it, and whenever it pays what it owes: before it sleeps at the
  /// latest.
  package static func together(_ body: (WakeUps) -> Void) {
    let wakeUps = WakeUps()
    let former = unsafe cloop_seat().pointee.collector
    unsafe cloop_seat().pointee.collector = UnsafeRawPointer(Unmanaged.passUnretained(wakeUps).toOpaque())
    body(wakeUps)
    unsafe cloop_seat().pointee.collector = former
    wakeUps.pay()
  }
}
