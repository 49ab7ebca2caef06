import CProcess
import FoundationEssentials
import Glibc

/// The core dumps of this process.
enum CoreDumps {
  /// Prevents core dumps and Swift's crash reports, since the process holds Apple's key.
  ///
  /// The limit prevents core files, but not the program that the kernel may pipe a core to (core(5)); clearing the
  /// dumpable flag prevents both. It also makes root the owner of `/proc/<pid>`, so that other processes of the same
  /// user cannot read memory or environment.
  ///
  /// Swift's crash report shows the memory around the addresses in the registers, so a crash ends the process without
  /// one.
  static func refuse() {
    for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP] { _ = signal(number, SIG_DFL) }
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    _ = cprocess_set_dumpable(0)
  }
}
