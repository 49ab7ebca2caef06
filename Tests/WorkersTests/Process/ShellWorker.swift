import Foundation

@testable import Workers

/// A worker whose program is a shell with a script.
struct ShellWorker {
  let observer: ProcessObserver
  let handle: any WorkerHandle

  init(
    _ script: String, by launcher: ProcessLauncher, shell: String = "/bin/sh", sandbox: SandboxMode = .open,
    environment: [String: String] = ["PATH": "/usr/bin:/bin"], limits: WorkerLimits = WorkerLimits()
  ) async throws {
    var limits = limits
    // A script waits for its channel's bytes in a loop, and a slow machine may let it wait for long.
    limits.cpuWithoutCalls = .seconds(3600)
    observer = ProcessObserver()
    handle = try await launcher.start(
      WorkerSpecification(
        worker: WorkerID(number: 1), executable: shell, arguments: ["-c", script], environment: environment,
        limits: limits, sandbox: sandbox),
      observer: observer)
  }

  /// The lines that the worker has written until its end.
  func linesUntilDeath() async -> [String] {
    _ = await handle.death()
    return observer.record.lines
  }
}

/// Whether a process runs. One that has ended and is not reaped yet does not.
func isRunning(_ id: String) -> Bool {
  guard let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8) else { return false }
  return !text.split(separator: ")").dropFirst().joined().hasPrefix(" Z")
}
