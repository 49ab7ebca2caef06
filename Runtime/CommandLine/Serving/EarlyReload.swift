import CProcess
import Glibc

/// Keeps a SIGHUP that arrives while the host starts. Its default action would end the process.
struct EarlyReload {
  private let descriptor: CInt

  /// Receives the signal from now on. On a terminal, which sends it when it is closed, it still ends the process.
  init() {
    descriptor = Output.errorIsTerminal ? -1 : unsafe cprocess_receive_signals([SIGHUP], 1)
  }

  /// Whether the signal has arrived. Called once, when ``StopThread`` receives it.
  func hasArrived() -> Bool {
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&ready, 1, 0) > 0
  }
}
