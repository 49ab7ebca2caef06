import Glibc
import Worker

/// The descriptor of a worker's channel.
private let channel: CInt = 3

/// Writes bytes that are no frames to the channel.
let garbage = Function.raw("garbage", access: .anyone) { _, _ in
  let bytes = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 197 &+ 91) }
  _ = unsafe write(channel, bytes, bytes.count)
  try await Task.sleep(for: .seconds(3600))
  return .text("sent")
}

/// Closes the channel, and goes on.
let closesChannel = Function.raw("closes_channel", access: .anyone) { _, _ in
  shutdown(channel, CInt(SHUT_RDWR))
  close(channel)
  try await Task.sleep(for: .seconds(3600))
  return .text("closed")
}

/// Starts processes that outlive their parent, then ends its own; answers only where it may start none.
let orphans = Function.raw("orphans", access: .anyone) { _, _ in
  let arguments = ["sh", "-c", "sleep 4242 & sleep 4242 & wait"]
  // Freed by the process's end.
  var pointers: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) } + [nil]
  var child: pid_t = 0
  let result = unsafe posix_spawn(&child, "/bin/sh", nil, nil, &pointers, nil)
  guard result == 0 else { return .text("refused: \(result)") }
  usleep(100_000)
  exit(0)
}
