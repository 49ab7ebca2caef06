import Edge
import Foundation
import Logging
import Synchronization
import Testing

@testable import Workers

@Suite struct BundleDeployerTests {
  func deployer(
    _ store: String, _ serving: RecordedServing, clock: StandingClock = StandingClock()
  ) -> BundleDeployer {
    BundleDeployer(
      store: BundleStore(folder: store), copies: BundleStore(folder: "\(store)/run"), workers: serving,
      serving: serving, now: { clock.now },
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test func aDeploymentIsServedAndTheOldVersionRetires() async throws {
    let folder = try StoreFolder()
    let serving = RecordedServing()
    let deployer = deployer(folder.store, serving)
    let first = try await deployer.deploy("notes", try folder.executable("notes:one"))
    let second = try await deployer.deploy("notes", try folder.executable("notes:one,two"))
    #expect(serving.served == ["notes:one,two"])
    #expect(serving.taken == [try #require(second.digest)])
    #expect(second.previous == first.digest)
    #expect(serving.migrations == 2)
  }

  @Test func theSameBytesChangeNothing() async throws {
    let folder = try StoreFolder()
    let serving = RecordedServing()
    let deployer = deployer(folder.store, serving)
    let executable = try folder.executable("notes:one")
    _ = try await deployer.deploy("notes", executable)
    let again = try await deployer.deploy("notes", executable)
    #expect(!again.isChanged)
    #expect(serving.migrations == 1)
  }

  @Test func whatAnotherProcessHasDeployedIsServed() async throws {
    let folder = try StoreFolder()
    let serving = RecordedServing()
    let host = deployer(folder.store, serving)
    let command = deployer(folder.store, RecordedServing())
    let old = try await command.deploy("notes", try folder.executable("notes:one"))
    try await host.start([], isStrict: true)
    try await host.takeIndex()
    #expect(serving.migrations == 1, "nothing has changed")

    let new = try await command.deploy("notes", try folder.executable("notes:two"))
    _ = try await command.deploy("other", try folder.executable("other:three"))
    let standings = try await host.standings()
    #expect(standings.first { $0.digest == new.digest }?.state == .current)
    try await host.takeIndex()
    #expect(serving.served.sorted() == ["notes:two", "other:three"])
    #expect(serving.taken.contains(try #require(old.digest)) == false)
    #expect(try await host.standings().first { $0.digest == new.digest }?.state == .serving)

    _ = try await command.undeploy("other")
    try await host.takeIndex()
    #expect(serving.served == ["notes:two"])
  }

  @Test func aFunctionMovesToABundleBeforeItByName() async throws {
    let folder = try StoreFolder()
    let serving = RecordedServing()
    let host = deployer(folder.store, serving)
    let command = deployer(folder.store, RecordedServing())
    _ = try await command.deploy("b", try folder.executable("b:one,two"))
    try await host.start([], isStrict: true)
    _ = try await command.deploy("b", try folder.executable("b:one"))
    _ = try await command.deploy("a", try folder.executable("a:two"))
    #expect(try await host.takeIndex())
    #expect(serving.served.sorted() == ["a:two", "b:one"])
    #expect(try await !host.takeIndex())
  }

  @Test func aVersionThatIsCurrentButNotServedIsServedByItsDeployment() async throws {
    let folder = try StoreFolder()
    let serving = RecordedServing()
    let host = deployer(folder.store, serving)
    let command = deployer(folder.store, RecordedServing())
    let old = try await command.deploy("notes", try folder.executable("notes:one"))
    try await host.start([], isStrict: true)
    let executable = try folder.executable("notes:two")
    _ = try await command.deploy("notes", executable)
    let report = try await host.deploy("notes", executable)
    #expect(report.isChanged && report.previous == old.digest)
    #expect(serving.served == ["notes:two"])
    _ = try await host.rollBack("notes")
    #expect(serving.served == ["notes:one"])
  }

  @Test func aBundleThatIsRefusedLeavesWhatWasServed() async throws {
    let folder = try StoreFolder()
    let serving = RecordedServing()
    let host = deployer(folder.store, serving)
    let command = deployer(folder.store, RecordedServing())
    _ = try await command.deploy("notes", try folder.executable("notes:one"))
    try await host.start([], isStrict: true)
    _ = try await command.deploy("notes", try folder.executable("notes:two"))
    serving.refuse(check: BundleFault("no"))
    try await host.takeIndex()
    #expect(serving.served == ["notes:one"])
    let standing = try await host.standings().first { $0.state == .broken }
    #expect(standing?.problem == "no")
    #expect(host.problems.isEmpty, "the version before is served")
    serving.refuse(check: nil)
    try await host.takeIndex()
    #expect(serving.served == ["notes:two"])
  }

  @Test func aRollbackServesTheVersionBeforeAndARestartKeepsIt() async throws {
    let folder = try StoreFolder()
    let serving = RecordedServing()
    let deployer = deployer(folder.store, serving)
    _ = try await deployer.deploy("notes", try folder.executable("notes:one"))
    _ = try await deployer.deploy("notes", try folder.executable("notes:two"))
    _ = try await deployer.rollBack("notes")
    #expect(serving.served == ["notes:one"])
    let next = RecordedServing()
    try await self.deployer(folder.store, next).start([], isStrict: true)
    #expect(next.served == ["notes:one"])
  }

  @Test func anUndeployedBundleIsNotServed() async throws {
    let folder = try StoreFolder()
    let serving = RecordedServing()
    let clock = StandingClock()
    let deployer = deployer(folder.store, serving, clock: clock)
    let first = try #require(try await deployer.deploy("notes", try folder.executable("notes:one")).digest)
    _ = try await deployer.undeploy("notes")
    #expect(serving.served.isEmpty && serving.taken.isEmpty)
    #expect(folder.files.contains(first), "a call that came before may need a worker of it")
    clock.advance(by: 599)
    let second = try #require(try await deployer.deploy("other", try folder.executable("other:two")).digest)
    #expect(folder.files.contains(first))
    clock.advance(by: 1)
    _ = try await deployer.deploy("third", try folder.executable("third:three"))
    #expect(!folder.files.contains { $0.hasPrefix(first) })
    #expect(folder.files.contains(second))
  }

  @Test func aBundleThatAnotherProcessHasUndeployedKeepsItsFileWhileItIsServed() async throws {
    let folder = try StoreFolder()
    let serving = RecordedServing()
    let host = deployer(folder.store, serving)
    let command = deployer(folder.store, RecordedServing())
    let notes = try #require(try await host.deploy("notes", try folder.executable("notes:one")).digest)
    try await command.start([], isStrict: true)
    _ = try await command.undeploy("notes")
    _ = try await host.deploy("other", try folder.executable("other:two"))
    #expect(serving.served.sorted() == ["notes:one", "other:two"])
    #expect(folder.files.contains(notes), "its next worker starts from it")
  }

  /// Serves a file after a rebuild.
  ///
  /// - Returns: the digest of its bytes.
  private func rebuild(_ file: BundleFile, as text: String, _ deployer: BundleDeployer) async throws -> String {
    try Data(text.utf8).write(to: URL(filePath: file.path))
    return try #require(try await deployer.update(file).digest)
  }

  @Test func theCopyOfAReplacedVersionIsKeptForItsLateCalls() async throws {
    let folder = try StoreFolder()
    let clock = StandingClock()
    let deployer = deployer(folder.store, RecordedServing(), clock: clock)
    for path in [folder.store, folder.run] { try BundleStore(folder: path).make() }
    let file = BundleFile(flag: try folder.executable("notes:one"))
    let first = try await rebuild(file, as: "notes:one", deployer)
    let second = try await rebuild(file, as: "notes:two", deployer)
    #expect(folder.copies == [first, second])
    clock.advance(by: 599)
    let third = try await rebuild(file, as: "notes:three", deployer)
    #expect(folder.copies == [first, second, third])
    clock.advance(by: 1)
    let fourth = try await rebuild(file, as: "notes:four", deployer)
    #expect(folder.copies == [second, third, fourth])
  }

  @Test func ofManyRebuildsTheLatestCopiesAreKept() async throws {
    let folder = try StoreFolder()
    let clock = StandingClock()
    let deployer = deployer(folder.store, RecordedServing(), clock: clock)
    for path in [folder.store, folder.run] { try BundleStore(folder: path).make() }
    let file = BundleFile(flag: try folder.executable("notes:build"))
    var digests: [String] = []
    for number in 1...7 {
      digests.append(try await rebuild(file, as: "notes:build\(number)", deployer))
      clock.advance(by: 1)
    }
    #expect(folder.copies == Set(digests.suffix(5)), "the served one, and four that were replaced")
    // A version that is served again is not one of the four.
    #expect(try await rebuild(file, as: "notes:build6", deployer) == digests[5])
    #expect(folder.copies == Set(digests.suffix(5)))
  }

  @Test(arguments: ["check", "migration", "start", "name", "duplicate"])
  func aRefusedDeploymentChangesNothing(_ fault: String) async throws {
    let folder = try StoreFolder()
    let serving = RecordedServing()
    let deployer = deployer(folder.store, serving)
    _ = try await deployer.deploy("other", try folder.executable("other:taken"))
    _ = try await deployer.deploy("notes", try folder.executable("notes:one"))
    let (files, served, taken) = (folder.files, serving.served, serving.taken)
    var text = "notes:two"
    switch fault {
    case "check": serving.refuse(check: BundleFault("The schedule cannot be read"))
    case "migration": serving.refuse(migration: BundleFault("A migration failed"))
    case "start": text = "garbage"
    case "name": text = "else:two"
    default: text = "notes:taken"
    }
    let executable = try folder.executable(text)
    await #expect(throws: BundleFault.self) { try await deployer.deploy("notes", executable) }
    #expect(folder.files == files)
    #expect(serving.served == served)
    #expect(serving.taken == taken)
    #expect(await deployer.step == nil)
  }

  /// The copy is gone when the error is read.
  @Test func aFaultNamesTheFileThatWasGiven() async throws {
    let folder = try StoreFolder()
    let deployer = deployer(folder.store, RecordedServing())
    let executable = try folder.executable("garbage")
    let fault = await #expect(throws: BundleFault.self) { try await deployer.deploy("notes", executable) }
    #expect(fault?.message == "\(executable) does not start")
  }

  @Test func aNameWithALineBreakIsShownWithoutIt() async throws {
    let folder = try StoreFolder()
    let deployer = deployer(folder.store, RecordedServing())
    let executable = try folder.executable("other")
    try Data("no\ntes:one".utf8).write(to: URL(filePath: executable))
    let fault = await #expect(throws: BundleFault.self) { try await deployer.deploy("notes", executable) }
    #expect(fault?.message.hasPrefix("The bundle \"notes\" has no usable name: ") == true)
  }

  /// The damaged executable would still start.
  @Test func aDamagedBundleDoesNotStopOthersFromStarting() async throws {
    let folder = try StoreFolder()
    let serving = RecordedServing()
    let deployer = deployer(folder.store, serving)
    let broken = try await deployer.deploy("broken", try folder.executable("broken:one"))
    _ = try await deployer.deploy("notes", try folder.executable("notes:two"))
    let copy = "\(folder.store)/\(try #require(broken.digest))"
    try Data("broken:three".utf8).write(to: URL(filePath: copy))
    let next = RecordedServing()
    let restarted = self.deployer(folder.store, next)
    try await restarted.start([], isStrict: true)
    #expect(next.served == ["notes:two"])
    let standings = try await restarted.standings()
    #expect(standings.map(\.state) == [.broken, .serving])
    #expect(standings[0].problem?.contains("the executable \(copy) is damaged") == true)
  }

  @Test func aNamedExecutableGoesBeforeADeployedOne() async throws {
    let folder = try StoreFolder()
    let serving = RecordedServing()
    _ = try await deployer(folder.store, serving).deploy("notes", try folder.executable("notes:old"))
    let next = RecordedServing()
    let restarted = deployer(folder.store, next)
    let file = BundleFile(flag: try folder.executable("notes:new"))
    try BundleStore(folder: "\(folder.store)/run").make()
    try await restarted.start([file], isStrict: true)
    #expect(next.served == ["notes:new"])
    await #expect(throws: BundleFault.self) { try await restarted.rollBack("notes") }
    try Data("notes:newer".utf8).write(to: URL(filePath: file.path))
    _ = try await restarted.update(file)
    #expect(next.served == ["notes:newer"])
  }

  @Test func theServedBundleIsTheOwnerOfItsNames() async throws {
    let folder = try StoreFolder()
    let serving = RecordedServing()
    let deployer = deployer(folder.store, serving)
    _ = try await deployer.deploy("notes", try folder.executable("notes:one"))
    let executable = try folder.executable("another:one")
    let fault = await #expect(throws: BundleFault.self) { try await deployer.deploy("another", executable) }
    #expect(fault?.message == "The bundle another has a function named one, and so has the bundle notes")
  }
}

/// A clock that the test moves.
final class StandingClock: Sendable {
  private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

  var now: Date { time.withLock(\.self) }

  func advance(by seconds: Double) { time.withLock { $0 += seconds } }
}
