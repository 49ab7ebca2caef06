import Foundation
import Testing

@testable import Workers

/// The call page of a worker's process.
@Suite(.timeLimit(.minutes(10))) struct CallPageTests {
  @Test func aWorkerThatCannotMapItsCallPageDoesNotStart() async throws {
    let launcher = try ProcessLauncher()
    let executable = try RealWorkers.executable("bad-functions")
    let worker = try await ShellWorker(
      "export SWIFTLET_WORKER=1; exec \(executable) 4< /dev/null", by: launcher,
      environment: ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"])
    let channel = try #require(worker.handle.takeChannel())
    defer { close(channel) }
    // The fixture looks at the first bytes of its host before it starts. It may have ended already.
    _ = unsafe send(channel, "\n", 1, CInt(MSG_NOSIGNAL))
    let death = await worker.handle.death()
    #expect(death.end == .status(71))
    #expect(death.lastLines == ["The worker of bad cannot start: it cannot map its call page"])
    await launcher.stop()
  }
}
