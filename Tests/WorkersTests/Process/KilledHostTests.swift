import Foundation
import Testing

@testable import Workers

/// What is left of the workers of hosts that were killed.
@Suite(.timeLimit(.minutes(10))) struct KilledHostTests {
  private func withBase(_ body: (String) async throws -> Void) async throws {
    let base = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: base) }
    try await body(base)
  }

  /// A process that has the mark of a worker, and ignores other ends than SIGKILL.
  private func startProcess(mark: UInt64) async throws -> pid_t {
    let script = "trap '' TERM HUP; exec /bin/sleep 1000"
    let arguments = ["prlimit", "--locks=\(mark)", "/bin/sh", "-c", script]
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    var variables: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
    var id: pid_t = 0
    try #require(unsafe posix_spawn(&id, "/usr/bin/prlimit", nil, nil, &pointers, &variables) == 0)
    while !limits(of: id).contains("\(mark)") { await Task.yield() }
    return id
  }

  private func limits(of id: pid_t) -> String {
    (try? String(contentsOfFile: "/proc/\(id)/limits", encoding: .utf8)) ?? ""
  }

  /// Ends and reaps a process of the test, unless it was reaped: another one may have its number then.
  private func end(_ id: pid_t) {
    guard waitpid(id, nil, WNOHANG) == 0 else { return }
    kill(id, SIGKILL)
    _ = waitpid(id, nil, 0)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/prlimit")))
  func `What is left of a killed host's workers ends with the next host's start`() async throws {
    try await withBase { base in
      var first: WorkerFolders? = try WorkerFolders(in: base)
      let marks = try #require(first?.marks)
      let path = try #require(first?.path)
      let its = try await startProcess(mark: marks.first + 1)
      let foreign = try await startProcess(mark: marks.first - 1)
      defer {
        end(its)
        end(foreign)
      }

      let second = try WorkerFolders(in: base)
      #expect(isRunning("\(its)"), "the first host lives")
      // The end of its lock, as a killed host's.
      first = nil
      let third = try WorkerFolders(in: base)
      #expect(!isRunning("\(its)"))
      #expect(isRunning("\(foreign)"))
      #expect(!FileManager.default.fileExists(atPath: path))
      second.removeAll()
      third.removeAll()
    }
  }

  @Test func `Marks are read from a text that a host has written`() {
    let marks = WorkerMarks()
    #expect(WorkerMarks(text: marks.text) == marks)
    for text in ["", "0", "1", "-1", "\(UInt64.max)", "\(marks.text)\n", "\(marks.text)x"] {
      #expect(WorkerMarks(text: text) == nil, "\(text)")
    }
  }
}
