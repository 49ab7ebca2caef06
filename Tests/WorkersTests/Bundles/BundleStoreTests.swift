import Channel
import Foundation
import Testing

@testable import Workers

@Suite struct BundleStoreTests {
  /// The end of the process at a step.
  private static let death = BundleFault("The process died")
  private let date = Date(timeIntervalSince1970: 1_800_000_000)

  /// Deploys a version as the deployer does.
  private func deploy(_ executable: String, in store: BundleStore) throws(BundleFault) -> String {
    let lock = try store.lock()
    defer { withExtendedLifetime(lock) {} }
    var index = try store.index()
    let copy = try store.copy(executable)
    try store.keep(Manifest(bundle: "notes"), of: copy.digest)
    index.deploy("notes", digest: copy.digest, at: date)
    try store.write(index)
    try store.prune(keeping: index.digests)
    return copy.digest
  }

  @Test func aCopyHasTheNameOfItsDigestAndCanRun() throws {
    let folder = try StoreFolder()
    let store = BundleStore(folder: folder.store)
    _ = try store.lock()
    let copy = try store.copy(try folder.executable("abc"))
    #expect(copy.digest == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(FileManager.default.isExecutableFile(atPath: copy.path))
    let mode = try FileManager.default.attributesOfItem(atPath: folder.store)[.posixPermissions] as? Int
    #expect(mode == 0o700)
  }

  @Test func anIndexThatCannotBeReadIsNotAnEmptyOne() throws {
    let folder = try StoreFolder()
    #expect(try BundleStore(folder: folder.store).index() == BundleIndex())
    try FileManager.default.createDirectory(atPath: "\(folder.store)/index.json", withIntermediateDirectories: true)
    #expect(throws: BundleFault.self) { try BundleStore(folder: folder.store).index() }
    let file = try folder.executable("file")
    #expect(throws: BundleFault.self) { try BundleStore(folder: "\(file)/store").index() }
  }

  @Test(arguments: BundleStoreStep.allCases) func aDeathLeavesTheOldVersionOrTheNew(_ step: BundleStoreStep) throws {
    let folder = try StoreFolder()
    let whole = BundleStore(folder: folder.store)
    let old = try deploy(try folder.executable("old"), in: whole)
    let dying = BundleStore(folder: folder.store) { reached throws(BundleFault) in
      if reached == step { throw Self.death }
    }
    let new = try folder.executable("new")
    #expect(throws: Self.death) { _ = try deploy(new, in: dying) }
    let index = try whole.index()
    let current = try #require(index.bundles["notes"]?.current)
    #expect(FileManager.default.isExecutableFile(atPath: whole.executable(current)))
    #expect(whole.manifest(of: current) == Manifest(bundle: "notes"))
    let isNew = step == .indexNamed || step == .pruned
    #expect((current == old) == !isNew)
    // The next deployment works, and removes what the dead one left.
    let last = try deploy(new, in: whole)
    #expect(
      folder.files == ["index.json", "lock", old, "\(old).json", last, "\(last).json"])
  }

  @Test(arguments: [BundleStoreStep.copyOpened, .copyWritten, .copySynchronised])
  func aCopyThatFailsLeavesNoFile(_ step: BundleStoreStep) throws {
    let folder = try StoreFolder()
    let failing = BundleStore(folder: folder.store) { reached throws(BundleFault) in
      if reached == step { throw Self.death }
    }
    _ = try failing.lock()
    let file = try folder.executable("new")
    #expect(throws: Self.death) { _ = try failing.copy(file) }
    #expect(folder.files == ["lock"])
  }

  @Test func aFileThatIsLargerThanTheDisksRoomIsNotCopied() throws {
    let folder = try StoreFolder()
    // A copy that is begun ends at its first step, before it fills the disk.
    let store = BundleStore(folder: folder.store) { reached throws(BundleFault) in
      if reached == .copyOpened { throw Self.death }
    }
    _ = try store.lock()
    let file = try folder.executable("large")
    let handle = try FileHandle(forWritingTo: URL(filePath: file))
    // Eight TiB, none of them on the disk.
    try handle.truncate(atOffset: 1 << 43)
    try handle.close()
    let fault = #expect(throws: BundleFault.self) { _ = try store.copy(file) }
    #expect(fault?.message.hasPrefix("The disk of \(folder.store) is too full: up to ") == true)
    #expect(fault?.hint != nil)
    #expect(folder.files == ["lock"])
  }

  @Test func otherFilesOfTheFolderStay() throws {
    let folder = try StoreFolder()
    let store = BundleStore(folder: folder.store)
    let old = try deploy(try folder.executable("old"), in: store)
    let others = ["swiftlet.sqlite", "notes.json", "copy-of-notes", "\(String(repeating: "a", count: 63)).json"]
    for name in others + ["copy-1.new"] { try Data("text".utf8).write(to: URL(filePath: "\(folder.store)/\(name)")) }
    let new = try deploy(try folder.executable("new"), in: store)
    #expect(Set(folder.files) == Set(["index.json", "lock", old, "\(old).json", new, "\(new).json"] + others))
    try store.write(BundleIndex())
    try store.prune(keeping: [])
    #expect(Set(folder.files) == Set(["index.json", "lock"] + others))
    store.removeAbandoned()
    #expect(Set(folder.files) == Set(["index.json", "lock"] + others))
  }

  @Test func whatIsNoExecutableIsRefused() throws {
    let folder = try StoreFolder()
    let store = BundleStore(folder: folder.store)
    _ = try store.lock()
    let text = "\(folder.path)/text"
    try Data("text".utf8).write(to: URL(filePath: text))
    #expect(throws: BundleFault.self) { _ = try store.copy(text) }
    #expect(throws: BundleFault.self) { _ = try store.copy(folder.path) }
    #expect(throws: BundleFault("\(folder.path)/none cannot be read: No such file or directory")) {
      _ = try store.copy("\(folder.path)/none")
    }
  }

  @Test func aDamagedIndexIsNamed() throws {
    let folder = try StoreFolder()
    let store = BundleStore(folder: folder.store)
    _ = try store.lock()
    try Data("{".utf8).write(to: URL(filePath: "\(folder.store)/index.json"))
    let fault = #expect(throws: BundleFault.self) { try store.index() }
    #expect(fault?.message == "The index of bundles \(folder.store)/index.json cannot be read")
  }

  @Test func oneProcessChangesAStoreAtATime() throws {
    let folder = try StoreFolder()
    let store = BundleStore(folder: folder.store)
    let lock = try store.lock()
    #expect(throws: BundleFault.self) { _ = try store.lock() }
    withExtendedLifetime(lock) {}
  }

  @Test func whatAKilledDeploymentLeftIsRemovedAtTheStart() async throws {
    let folder = try StoreFolder()
    let store = BundleStore(folder: folder.store)
    store.removeAbandoned()
    #expect(!FileManager.default.fileExists(atPath: folder.store))
    var lock = try Optional(store.lock())
    let kept = try store.copy(try folder.executable("kept"))
    var index = BundleIndex()
    index.deploy("notes", digest: kept.digest, at: Date())
    try store.write(index)
    let orphan = try store.copy(try folder.executable("orphan"))
    try FileManager.default.createDirectory(atPath: "\(folder.store)/run-1", withIntermediateDirectories: false)
    for name in ["copy-1.new", "\(orphan.digest).json", "index.json.new", "notes-of-the-operator.txt"] {
      try Data("{}".utf8).write(to: URL(filePath: "\(folder.store)/\(name)"))
    }
    // While another process changes the store nothing is removed.
    let before = folder.files
    store.removeAbandoned()
    #expect(folder.files == before && before.contains(orphan.digest))
    withExtendedLifetime(lock.take()) {}
    store.removeAbandoned()
    #expect(folder.files == [kept.digest, "index.json", "lock", "run-1", "notes-of-the-operator.txt"])
  }
}
