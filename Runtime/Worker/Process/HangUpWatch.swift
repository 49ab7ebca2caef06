import FoundationEssentials
import Glibc
import Loop

/// A thread that ends the process when the host closes the channel, even while handlers block all other threads.
enum HangUpWatch {
  /// Starts the thread.
  ///
  /// - Parameter descriptor: the channel, which stays open as long as the process serves calls.
  static func start(_ descriptor: CInt) {
    SystemThread.start(named: "worker-hang-up", stackSize: 64 << 10) {
      // Without events the system reports the hang-up alone.
      var watched = pollfd(fd: descriptor, events: 0, revents: 0)
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
