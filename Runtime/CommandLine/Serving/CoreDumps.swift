import CProcess
import Foundation

/// What is left of a process that crashed.
enum CoreDumps {
  /// Leaves nothing of this process: what it holds is for nobody else.
  ///
  /// The limit stops files, but not a program that the kernel hands the core to (core(5)); a process that cannot be dumped stops both. It
  /// also makes root the owner of `/proc/<pid>`, so that the same user's other processes read neither memory nor environment.
  ///
  /// Swift's own report of a crash shows memory too, around what the registers point at: a crash ends the process without one.
  static func refuse() {
    for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP] { _ = signal(number, SIG_DFL) }
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Glibc)
      _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
      _ = cprocess_set_dumpable(0)
    #else
      _ = unsafe setrlimit(RLIMIT_CORE, &limit)
    #endif
  }
}
