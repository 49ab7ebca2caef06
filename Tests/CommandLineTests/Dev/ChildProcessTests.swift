import Glibc
import Loop
import Testing

@testable import Swiftlet

/// Programs that a command runs.
@Suite(.timeLimit(.minutes(10))) struct ChildProcessTests {
  private func run(
    _ script: String, environment: [String: String]? = nil, folder: String? = nil,
    output: ChildProcess.Output = .collected
  ) async throws -> (status: CInt, text: String) {
    let result = try await ChildProcess(
      program: "/bin/sh", arguments: ["-c", script], environment: environment, folder: folder, output: output
    ).run()
    return (result.status, String(decoding: result.output, as: UTF8.self))
  }

  @Test func bothOutputsAreCollectedInTheirOrder() async throws {
    let result = try await run("echo one; echo two >&2; echo three; exit 3")
    #expect(result == (3, "one\ntwo\nthree\n"))
  }

  @Test func standardOutputAloneIsCollectedToALimit() async throws {
    #expect(try await run("echo one; echo two >&2", output: .standardOutput(limit: 1000)) == (0, "one\n"))
    // A program that writes more is ended by the closed pipe.
    let cut = try await run("exec yes", output: .standardOutput(limit: 1000))
    #expect(cut.status == 128 + SIGPIPE)
    #expect((1000..<1000 + 65_536).contains(cut.text.utf8.count))
  }

  @Test func itHasTheFolderTheVariablesAndNoInput() async throws {
    let result = try await run("pwd; env | grep -c ONLY; cat", environment: ["ONLY": "x"], folder: "/usr")
    #expect(result == (0, "/usr\n1\n"))
  }

  @Test func aProgramWhoseFileStaysOpenForWritingIsNotStarted() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(script: "program", "exit 3")
    let writer = unsafe open(path, O_WRONLY | O_CLOEXEC)
    let program = ChildProcess(program: path, arguments: [], output: .collected)
    await #expect(throws: SystemError(ETXTBSY)) { _ = try await program.run() }
    close(writer)
    // Another test's child may have the descriptor for a moment longer.
    #expect(try await program.run().status == 3)
  }

  @Test func aSignalIsAStatus() async throws {
    #expect(try await run("kill -9 $$").status == 128 + SIGKILL)
  }

  @Test func noDescriptorIsInherited() async throws {
    // A descriptor without close-on-exec. The shell has 0, 1, 2, and that of the folder while `ls` reads it.
    let open = unsafe Glibc.open("/dev/null", O_RDONLY)
    defer { close(open) }
    #expect(try await run("exec ls /proc/self/fd").text == "0\n1\n2\n3\n")
  }

  @Test func aMissingProgramOrFolderIsAnError() async {
    await #expect(throws: SystemError(ENOENT)) {
      try await ChildProcess(program: "no-such-program-here", arguments: [], output: .collected).run()
    }
    await #expect(throws: SystemError(ENOENT)) {
      try await ChildProcess(program: "ls", arguments: [], folder: "/no/such", output: .collected).run()
    }
  }

  @Test func theOutputEndsWithTheProgram() async throws {
    // A daemon that the program has started keeps the pipe open.
    let result = try await run("setsid sh -c 'sleep 30; echo late' & echo done")
    #expect(result == (0, "done\n"))
    let long = try await run("setsid sleep 30 & exec head -c 300000 /dev/zero")
    #expect(long.status == 0)
    #expect(long.text.utf8.count == 300_000)
    let endless = try await run("setsid yes & exec echo done")
    #expect(endless.status == 0)
  }

  @Test func cancellingEndsTheProgramAndItsChildren() async throws {
    var ends: [CInt] = [-1, -1]
    // Children of other tests must not hold the end.
    try #require(unsafe pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (reader, writer) = (ends[0], ends[1])
    // The grandchild holds the pipe open, so the end of the pipe is the end of both.
    let path = "/proc/\(getpid())/fd/\(writer)"
    let task = Task { try await run("(exec >'\(path)'; echo ready; exec sleep 1000) & wait") }
    #expect(Descriptor.read(reader, atMost: 100) == [UInt8]("ready\n".utf8))
    close(writer)
    task.cancel()
    #expect(try await task.value.status == 128 + SIGTERM)
    #expect(Descriptor.readToEnd(reader) == [])
    close(reader)
  }
}
