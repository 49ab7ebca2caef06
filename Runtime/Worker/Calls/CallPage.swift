import CProcess
import Glibc

/// The worker's side of the memory that it shares with its host: which calls have begun, and what CPU time each has
/// used.
///
/// `@unchecked`: CProcess reads and writes the memory atomically.
@safe package final class CallPage: @unchecked Sendable {
  private let slots: UnsafeMutablePointer<cprocess_call>

  /// Maps the memory of a descriptor, which may be closed afterwards; nil if it is no call page.
  package init?(descriptor: CInt) {
    guard let slots = unsafe cprocess_map_page(descriptor) else { return nil }
    unsafe self.slots = slots
  }

  deinit { unsafe cprocess_unmap_page(slots) }

  /// Marks a call as begun: it is never run again.
  func begin(_ call: UInt64, in slot: UInt32) { unsafe cprocess_call_begin(slots, slot, call) }

  /// Runs a piece of a call's work on the current thread, and adds its CPU time to the call's.
  func measure(_ call: UInt64, in slot: UInt32, _ work: () -> Void) {
    var piece = cprocess_piece()
    unsafe cprocess_call_resume(slots, slot, call, &piece)
    work()
    unsafe cprocess_call_pause(slots, &piece)
  }
}
