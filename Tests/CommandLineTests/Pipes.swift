import Glibc
import Loop

/// Runs a body with the path of a pipe that holds a text and its end, as `<(…)` of a shell gives one.
///
/// - Parameter text: shorter than 64 KiB, which a pipe takes at once.
func withPipe<Result>(of text: String, _ body: (String) async throws -> Result) async throws -> Result {
  var ends: [CInt] = [0, 0]
  guard unsafe pipe(&ends) == 0 else { throw SystemError() }
  defer { close(ends[0]) }
  let isWritten = Descriptor.write(text.utf8, to: ends[1])
  close(ends[1])
  guard isWritten else { throw SystemError(EPIPE) }
  return try await body("/dev/fd/\(ends[0])")
}
