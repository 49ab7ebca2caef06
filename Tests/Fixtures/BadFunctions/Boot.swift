import Foundation
import Worker

/// A function whose workers never come up (``refuseToBoot(_:)``).
let neverBoots = Function.raw("never_boots", access: .anyone) { _, _ in .text("booted") }

/// Ends the process when it is a worker of that group. The host's first frame, which names the group, is only looked
/// at.
func refuseToBoot(_ group: String) {
  guard ProcessInfo.processInfo.environment["SWIFTLET_WORKER"] == "1" else { return }
  var channel = pollfd(fd: 3, events: Int16(POLLIN), revents: 0)
  guard unsafe poll(&channel, 1, 5000) == 1 else { return }
  var bytes = [UInt8](repeating: 0, count: 64 << 10)
  let count = unsafe recv(3, &bytes, bytes.count, CInt(MSG_PEEK))
  guard count > 0 else { return }
  let text = String(decoding: bytes[..<count], as: UTF8.self)
  if text.contains("\"group\":\"\(group)\"") { exit(3) }
}
