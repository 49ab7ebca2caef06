import CProcess
import Foundation

extension Thread {
  /// Starts a thread.
  ///
  /// On Linux the thread names itself by a system call: a name that is set from outside may come after the thread has begun.
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
        useSignalStack()
      #else
        Thread.current.name = name
      #endif
      body()
    }
    thread.stackSize = stackSize
    thread.start()
  }

  /// Gives the current thread a stack for signal handlers, so that a crash by a full stack is reported. A second call does
  /// nothing.
  package static func useSignalStack() {
    #if os(Linux)
      cprocess_use_signal_stack()
    #endif
  }
}
