import Foundation
import Logging
import Synchronization
import Testing

@testable import Workers

/// Changes that come together, and changes that are refused.
@Suite(.timeLimit(.minutes(10))) struct BundleChangesTests {
  private func deployer(_ folder: borrowing StoreFolder, _ serving: RecordedServing) throws -> BundleDeployer {
    for path in [folder.store, folder.run] { try BundleStore(folder: path).make() }
    return BundleDeployer(
      store: BundleStore(folder: folder.store), copies: BundleStore(folder: folder.run), workers: serving,
      serving: serving, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test func aCommandIsRefusedWhileAnotherChangeIsUnderWay() async throws {
    let folder = try StoreFolder()
    let serving = RecordedServing()
    let deployer = try deployer(folder, serving)
    let (notes, other) = (try folder.executable("notes:one"), try folder.executable("other:two"))
    let hold = serving.holdCheck()
    let first = Task { try await deployer.deploy("notes", notes) }
    await hold.isReached()
    let fault = await #expect(throws: BundleFault.self) { try await deployer.deploy("other", other) }
    #expect(
      fault?.message == "Another change of the bundles is under way: checking names, routes, limits and schedules")
    hold.release()
    _ = try await first.value
    #expect(serving.served == ["notes:one"])
    _ = try await deployer.deploy("other", other)
    #expect(serving.served.sorted() == ["notes:one", "other:two"])
  }

  @Test func aChangeWithoutACommandWaitsForTheOneInHand() async throws {
    let folder = try StoreFolder()
    let serving = RecordedServing()
    let deployer = try deployer(folder, serving)
    let (notes, file) = (try folder.executable("notes:one"), BundleFile(flag: try folder.executable("other:two")))
    let hold = serving.holdCheck()
    let first = Task { try await deployer.deploy("notes", notes) }
    await hold.isReached()
    let second = Task { try await deployer.update(file) }
    // There is no signal for the begin of its wait.
    while await deployer.waitingChanges == 0 { await Task.yield() }
    #expect(serving.served.isEmpty)
    hold.release()
    _ = try await (first.value, second.value)
    #expect(serving.served.sorted() == ["notes:one", "other:two"])
    #expect(await deployer.step == nil)
  }

  @Test func aCancelledChangeThatWaitedChangesNothing() async throws {
    let folder = try StoreFolder()
    let serving = RecordedServing()
    let deployer = try deployer(folder, serving)
    let (notes, file) = (try folder.executable("notes:one"), BundleFile(flag: try folder.executable("other:two")))
    let hold = serving.holdCheck()
    let first = Task { try await deployer.deploy("notes", notes) }
    await hold.isReached()
    let second = Task { try await deployer.update(file) }
    while await deployer.waitingChanges == 0 { await Task.yield() }
    second.cancel()
    hold.release()
    _ = try await first.value
    let fault = await #expect(throws: BundleFault.self) { try await second.value }
    #expect(fault?.message == "The change was cancelled before it began")
    #expect(serving.served == ["notes:one"])
    // The next change finds no other one.
    _ = try await deployer.undeploy("notes")
    #expect(serving.served.isEmpty)
  }

  @Test func refusedSettingsTakeNoVersion() async throws {
    let folder = try StoreFolder()
    let serving = RecordedServing()
    let deployer = try deployer(folder, serving)
    _ = try await deployer.deploy("notes", try folder.executable("notes:one"))
    let takes = serving.takes
    let steps = Mutex<[String]>([])
    func renew() async throws {
      try await deployer.renew(groups: ["one": "together"], through: serving) {
        steps.withLock { $0.append("prepare") }
      } undo: {
        steps.withLock { $0.append("undo") }
        return [:]
      }
    }
    serving.refuse(check: BundleFault("no"))
    await #expect(throws: BundleFault("no")) { try await renew() }
    #expect(serving.takes == takes)
    #expect(steps.withLock(\.self) == [])
    serving.refuse(check: nil)
    serving.refuse(migration: BundleFault("away"))
    await #expect(throws: BundleFault("away")) { try await renew() }
    #expect(steps.withLock(\.self) == ["prepare", "undo"])
    serving.refuse(migration: nil)
    try await renew()
    #expect(steps.withLock(\.self) == ["prepare", "undo", "prepare"])
    #expect(serving.served == ["notes:one"])
  }

  @Test func aDamagedVersionIsNotRolledBackTo() async throws {
    let folder = try StoreFolder()
    let serving = RecordedServing()
    let deployer = try deployer(folder, serving)
    let first = try #require(try await deployer.deploy("notes", try folder.executable("notes:one")).digest)
    _ = try await deployer.deploy("notes", try folder.executable("notes:two"))
    // Still a bundle that starts.
    try Data("notes:three".utf8).write(to: URL(filePath: "\(folder.store)/\(first)"))
    let fault = await #expect(throws: BundleFault.self) { try await deployer.rollBack("notes") }
    #expect(fault?.message.hasSuffix("is damaged") == true)
    #expect(serving.served == ["notes:two"])
  }
}
