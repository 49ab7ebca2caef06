import CProcess
import FoundationEssentials
import Glibc

/// The call page that a worker shares with its host (`CallPage.h`).
@safe final class WorkerPage: Sendable {
  static let count = UInt32(cprocess_call_slots)

  /// The page's memory, which the worker maps as well.
  let descriptor: OwnedDescriptor
  /// The mapping, which ends with this object. Every access is atomic.
  private nonisolated(unsafe) let page: UnsafeMutablePointer<cprocess_call>

  /// - Throws: ``WorkerStartFault`` if the system has no memory or no descriptor for it.
  init() throws(WorkerStartFault) {
    descriptor = OwnedDescriptor(cprocess_create_page())
    guard descriptor.value >= 0, let page = unsafe cprocess_map_page(descriptor.value) else {
      throw WorkerStartFault(step: "create a call page", errno)
    }
    unsafe self.page = unsafe page
  }

  deinit { unsafe cprocess_unmap_page(page) }

  /// Reads a slot. A slot outside of the page is empty.
  subscript(slot: UInt32) -> SlotState {
    guard slot < Self.count else { return SlotState(call: 0, since: 0, used: 0, thread: 0) }
    let state = unsafe cprocess_read_call(page, slot)
    return SlotState(call: state.call, since: state.since, used: state.used, thread: state.thread)
  }
}
