import CProcess
import Foundation

extension Thread {
  /// Starts a thread.
  ///
  /// On Linux it names itself by the system's call. Foundation takes no name until whoever starts a thread has heard of
  /// it: one that runs before that would keep the name of its starter.
  ///
  /// - Parameters:
  ///   - name: At most 15 letters; Linux takes no more.
  ///   - stackSize: In bytes; nil for the system's.
  package static func start(
    named name: String, stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void
  ) {
    let thread = Thread {
      #if os(Linux)
        _ = unsafe cprocess_set_thread_name(name)
      #else
        Thread.current.name = name
      #endif
      body()
    }
    if let stackSize { thread.stackSize = stackSize }
    thread.start()
  }
}
