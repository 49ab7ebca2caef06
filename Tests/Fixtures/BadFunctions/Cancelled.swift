import Foundation
import Worker

/// Waits until its task is cancelled. It writes `waits`, and then `cancelled`, to standard error, which the host reads
/// also after the call: each with `?call=` and the time in seconds since 1970.
let cancelled = Function.raw("cancelled", access: .anyone) { request, _ in
  let call = request.query("call") ?? ""
  writeTime("waits", of: call)
  do {
    try await Task.sleep(for: .seconds(3600))
  } catch {
    writeTime("cancelled", of: call)
    throw error
  }
  return .text("slept")
}

private func writeTime(_ event: String, of call: String) {
  let line = Array("\(event) \(call) \(Date().timeIntervalSince1970)\n".utf8)
  _ = unsafe write(STDERR_FILENO, line, line.count)
}
