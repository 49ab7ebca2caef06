import FoundationEssentials
import Glibc
import Loop

/// A thread that ends the process when the host closes the channel, even while handlers block all other threads.
enum HangUpWatch {
  /// Starts the thread.
  ///
  /// - Parameter descriptor: the channel. The thread has a copy of its own, so that the number cannot come to mean
  ///   another file.
  static func start(_ descriptor: CInt) {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return }
    SystemThread.start(named: "worker-hang-up", stackSize: 64 << 10) {
      // Without events the system reports the hang-up alone.
      var watched = pollfd(fd: copy, events: 0, revents: 0)
      while true {
        let count = unsafe poll(&watched, 1, -1)
        if count > 0 || count < 0 && errno != EINTR { endProcesses() }
      }
    }
  }

  /// Ends the process. If it leads a process group, all processes of the group end too: those that it has started. A
  /// process that leads no group ends alone, since its group has processes of others.
  static func endProcesses() -> Never {
    if getpgrp() == getpid() { kill(0, SIGKILL) }
    _exit(0)
  }
}
