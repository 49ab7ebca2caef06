import Channel
import Testing
import Worker

@testable import Workers

/// The start of a worker for its manifest.
@Suite(.timeLimit(.minutes(10))) struct ManifestProbeTests {
  @Test func `The host's end of the channel closes with the process, even if another process holds the worker's end`()
    async throws
  {
    let launcher = DyingLauncher(Worker.Bundle("test"))
    let loop = try ChannelLoop(named: "probe")
    loop.start()
    let probe = ManifestProbe(
      StoredExecutable(digest: "test", path: "test"), worker: WorkerID(number: 1), launcher: launcher, loop: loop,
      start: Start(group: "test"), limit: .seconds(3600), sandbox: .open)
    #expect(try await probe.manifest().bundle == "test")
    await launcher.endOfFirstChannel()
    await launcher.stop()
    loop.stop()
  }
}
