import Testing

@testable import Swiftlet

/// Executables that print no manifest.
@Suite(.timeLimit(.minutes(10))) struct PrintedManifestTests {
  private func message(_ script: String, within limit: Duration = .seconds(500)) async throws -> String {
    let folder = try TemporaryFolder()
    let executable = try folder.write(script: "bundle", script)
    let thrown = await #expect(throws: Failure.self) {
      _ = try await PrintedManifest.of(executable, within: limit)
    }
    let message = try #require(thrown).message
    // The folder lives until here.
    let start = "\(folder.path)/bundle prints no manifest: "
    #expect(message.hasPrefix(start), "\(message)")
    return String(message.dropFirst(start.count))
  }

  @Test func theStatusOfAProgramThatEndsIsReported() async throws {
    let ended = try await message("exit 3")
    #expect(ended == "it ended with 3")
    let killed = try await message("kill -9 $$")
    #expect(killed == "it ended with 137")
  }

  @Test func aProgramThatIsTooSlowIsReported() async throws {
    let late = try await message("exec /bin/sleep 1000", within: .milliseconds(20))
    #expect(late.hasPrefix("it took longer than 0.0"), "\(late)")
  }

  @Test func anOutputThatIsNoManifestIsReported() async throws {
    let other = try await message("echo hello")
    #expect(other == "it prints something else")
  }
}
