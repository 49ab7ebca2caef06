import Foundation
import Testing

@testable import Loop

/// Threads, descriptors and files of the system.
@Suite struct SystemTests {
  @Test func aThreadHasItsName() async {
    let name = await withCheckedContinuation { continuation in
      SystemThread.start(named: "some-thread") {
        let text = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
        continuation.resume(returning: text)
      }
    }
    #expect(name == "some-thread\n")
  }

  @Test func aThreadMayBlockSignals() async {
    let blocked = await withCheckedContinuation { continuation in
      SystemThread.start(named: "deaf", blocksSignals: true) {
        var set = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, nil, &set)
        continuation.resume(returning: unsafe (sigismember(&set, SIGTERM), sigismember(&set, SIGSEGV)))
      }
    }
    #expect(blocked.0 == 1)
    #expect(blocked.1 == 0, "a fault of the thread itself is reported")
  }

  @Test func aPipeIsReadToItsEnd() throws {
    let pipe = Pipe()
    let sent = [UInt8](repeating: 7, count: 200_000)
    SystemThread.start(named: "writer") {
      Descriptor.write(sent, to: pipe.fileHandleForWriting.fileDescriptor)
      try? pipe.fileHandleForWriting.close()
    }
    #expect(Descriptor.readToEnd(pipe.fileHandleForReading.fileDescriptor) == sent)
    try pipe.fileHandleForReading.close()
    #expect(Descriptor.read(-1, atMost: 1) == nil)
    #expect(!Descriptor.write([1], to: -1))
    #expect(SystemError(ENOENT).description == "No such file or directory")
  }

  @Test func aFileIsLockedOnce() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    var first: FileLock? = try FileLock(path)
    #expect(first != nil)
    let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    for _ in 0..<10 { #expect(throws: SystemError(EWOULDBLOCK)) { try FileLock(path) } }
    // Other tests open files meanwhile, but not ten.
    #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count < before + 10)
    first = nil
    _ = try FileLock(path)
  }

  @Test func theStatusOfFiles() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    _ = FileManager.default.createFile(
      atPath: "\(folder)/file", contents: Data("abc".utf8), attributes: [.posixPermissions: 0o640])
    try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "file")
    try FileManager.default.linkItem(atPath: "\(folder)/file", toPath: "\(folder)/other")
    let file = try #require(FileStatus(of: "\(folder)/file"))
    #expect(file.kind == .regular)
    #expect(file.size == 3)
    #expect(file.permissions == 0o640)
    #expect(file.linkCount == 2)
    #expect(FileStatus(of: folder)?.kind == .folder)
    #expect(FileStatus(of: "\(folder)/link") == file)
    #expect(FileStatus(of: "\(folder)/link", followsLinks: false)?.kind == .symbolicLink)
    #expect(FileStatus(of: "\(folder)/other")?.identity == file.identity)
    #expect(FileStatus(of: "/dev/null")?.kind == .other)
    #expect(FileStatus(of: "\(folder)/none") == nil)
  }
}
