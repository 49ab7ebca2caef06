import CProcess
import Foundation

extension Thread {
  /// Starts a thread.
  ///
  /// On Linux the thread sets its own name by a system call, so that the name is there when the body begins.
  ///
  /// - Parameters:
  ///   - name: At most 15 letters, Linux's limit.
  ///   - stackSize: In bytes. The default is enough for calls of a C library; authors' code needs more.
  ///   - blocksSignals: Whether no signal is delivered to the thread and the threads that it starts, apart from those that
  ///     report a fault of the thread itself.
  package static func start(
    named name: String, stackSize: Int = 512 << 10, blocksSignals: Bool = false,
    _ body: @escaping @Sendable () -> Void
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
    if blocksSignals { withSignalsBlocked { thread.start() } } else { thread.start() }
  }

  /// Runs a body with the calling thread's signals blocked; a thread inherits this from the thread that starts it.
  private static func withSignalsBlocked(_ body: () -> Void) {
    var blocked = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&blocked)
    // A blocked fault would end the process without the report of the crash.
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS] { unsafe sigdelset(&blocked, fault) }
    unsafe pthread_sigmask(SIG_BLOCK, &blocked, &before)
    body()
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  /// Gives the current thread a stack for signal handlers, so that a stack overflow is reported. A second call does nothing.
  package static func useSignalStack() {
    #if os(Linux)
      cprocess_use_signal_stack()
    #endif
  }
}
