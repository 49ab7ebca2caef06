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
  ///   - stackSize: In bytes; enough for what calls a C library, and for more where authors' code runs.
  package static func start(
    named name: String, stackSize: Int = 512 << 10, _ body: @escaping @Sendable () -> Void
  ) {
    let thread = Thread {
      #if os(Linux)
        _ = unsafe cprocess_set_thread_name(name)
      #else
        Thread.current.name = name
      #endif
      body()
    }
    thread.stackSize = stackSize
    thread.start()
  }
}
