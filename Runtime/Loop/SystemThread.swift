import CProcess
import Dispatch
import Glibc

/// Threads of the system, by `pthread_create`. Foundation's `Thread` would link ICU into each worker, 43 MB.
package enum SystemThread {
  /// The body of a thread that starts, as the one argument of its C function.
  private final class Start: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(_ name: String, _ body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }

    func run() {
      _ = unsafe cprocess_set_thread_name(name)
      useSignalStack()
      body()
    }
  }

  /// Starts a thread, which ends with its body.
  ///
  /// The body runs in any case: if the system has no room for another thread, it runs on one of Dispatch's threads, as
  /// soon as one is free.
  ///
  /// - Parameters:
  ///   - name: At most 15 letters, Linux's limit.
  ///   - stackSize: In bytes. The default is enough for calls of a C library; authors' code needs more.
  ///   - blocksSignals: Whether no signal is delivered to the thread and the threads that it starts, apart from those
  ///     that report a fault of the thread itself.
  package static func start(
    named name: String, stackSize: Int = 512 << 10, blocksSignals: Bool = false,
    _ body: @escaping @Sendable () -> Void
  ) {
    let start = Start(name, body)
    let isStarted = blocksSignals ? withSignalsBlocked { create(start, stackSize) } : create(start, stackSize)
    if !isStarted { DispatchQueue.global().async { start.run() } }
  }

  /// Returns whether the system has made the thread.
  private static func create(_ start: Start, _ stackSize: Int) -> Bool {
    var attributes = pthread_attr_t()
    guard unsafe pthread_attr_init(&attributes) == 0 else { return false }
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackSize)
    unsafe pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    // The thread takes the reference.
    let argument = unsafe Unmanaged.passRetained(start)
    var thread = pthread_t()
    let error = unsafe pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument.toOpaque())
    if error != 0 { unsafe argument.release() }
    return error == 0
  }

  /// Runs a body with the calling thread's signals blocked; a thread inherits this from the thread that starts it.
  private static func withSignalsBlocked<Result>(_ body: () -> Result) -> Result {
    var blocked = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&blocked)
    // A blocked fault would end the process without the report of the crash.
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS] { unsafe sigdelset(&blocked, fault) }
    unsafe pthread_sigmask(SIG_BLOCK, &blocked, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body()
  }

  /// Gives the current thread a stack for signal handlers, so that a stack overflow is reported. A second call does
  /// nothing.
  package static func useSignalStack() { cprocess_use_signal_stack() }
}
