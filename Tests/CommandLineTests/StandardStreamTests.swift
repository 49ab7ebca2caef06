import Edge
import Glibc
import Testing

@testable import Swiftlet

/// Commands on the process's own standard input and standard output, each in a process of its own.
@Suite(.timeLimit(.minutes(10))) struct StandardStreamTests {
  private static let ping = Function("ping", access: .anyone) { _ in 1 }
  private static let endless = Function.raw("endless", access: .anyone) { _, _ in
    .stream(contentType: "text/plain") { writer in
      while true { try await writer.write("again\n") }
    }
  }

  private static func run(_ arguments: [String], _ console: Console) async -> Int32 {
    await Application.$current.withValue(console.application) { await CommandRunner.run(arguments + console.files) }
  }

  /// Makes stdout a pipe without a reader, as after `| head -1`.
  private static func removeReader() {
    var ends: [CInt] = [0, 0]
    _ = unsafe pipe(&ends)
    dup2(ends[1], STDOUT_FILENO)
    close(ends[0])
    close(ends[1])
  }

  @Test func followingTheLogsEndsWithItsReader() async {
    await #expect(processExitsWith: .success) {
      let console = try Console(Application(functions: [StandardStreamTests.ping]))
      try await console.withHost {
        _ = await console.run("invoke", "ping")
        StandardStreamTests.removeReader()
        #expect(await StandardStreamTests.run(["logs", "--follow"], console) == 0)
      }
    }
  }

  @Test func aStreamedResponseEndsWithItsReader() async {
    await #expect(processExitsWith: .success) {
      let console = try Console(Application(functions: [StandardStreamTests.endless]))
      _ = await console.run("migrate")
      StandardStreamTests.removeReader()
      #expect(await StandardStreamTests.run(["invoke", "endless"], console) == 0)
    }
  }

  @Test func aDocumentIsReadFromStandardInput() async {
    await #expect(processExitsWith: .success) {
      let console = try Console(Application(functions: [StandardStreamTests.ping]))
      let document = await console.run("openapi").output
      try await withPipe(of: document) { path in
        let reader = unsafe open(path, O_RDONLY | O_CLOEXEC)
        dup2(reader, STDIN_FILENO)
        #expect(await console.run("openapi", "--check", "-").code == 0)
      }
    }
  }
}
