import Channel
import Testing

@testable import Workers

/// The memory of workers that have ended.
@Suite(.timeLimit(.minutes(10))) struct EndedWorkerTests {
  /// The objects of one worker.
  private struct Remains {
    weak var process: WorkerProcess?
    weak var page: WorkerPage?
    weak var channel: WorkerChannel?

    var isEmpty: Bool { process == nil && page == nil && channel == nil }
  }

  private func remains(of workers: RealWorkers) throws -> Remains {
    let members = workers.system.groups.compactMap { group in group.read { $0.members.values.first } }
    let process = try #require(members.first?.handle as? WorkerProcess)
    let channel = try #require(members.first?.channel)
    return Remains(process: process, page: process.page, channel: channel)
  }

  @Test(arguments: [true, false]) func nothingIsLeftOfAWorkerThatEnded(_ isKilled: Bool) async throws {
    let workers = try await RealWorkers()
    #expect(try await workers.call("neighbour") == "well")
    let remains = try remains(of: workers)
    #expect(!remains.isEmpty)
    _ = try workers.system.end(WorkerSystem.Selection(group: "neighbour"), atOnce: isKilled)
    await workers.wait { $0.workers.isEmpty }
    // There is no signal for the end of an object.
    for _ in 0..<2000 where !remains.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    #expect(remains.process == nil)
    #expect(remains.page == nil)
    #expect(remains.channel == nil)
    await workers.stop()
  }
}
