import Glibc
import Push
import Testing

@testable import APNs

@Suite struct CorkTests {
  @Test func holdsItsSocketsBackWhileTheBodyRuns() throws {
    let sockets = try Connected()
    let cork = Cork()
    cork.add(sockets.here)
    #expect(try cork.together { Result { try sockets.isCorked } }.get())
    #expect(try !sockets.isCorked)
  }

  @Test func holdsBackANewSocket() throws {
    let sockets = try Connected()
    let cork = Cork()
    let isCorked = try cork.together {
      cork.add(sockets.here)
      return Result { try sockets.isCorked }
    }.get()
    #expect(isCorked)
    #expect(try !sockets.isCorked)
  }

  @Test func releasesARemovedSocket() throws {
    let sockets = try Connected()
    let cork = Cork()
    cork.add(sockets.here)
    let isCorked = try cork.together {
      cork.remove(sockets.here)
      return Result { try sockets.isCorked }
    }.get()
    #expect(!isCorked)
    #expect(try cork.together { Result { try sockets.isCorked } }.get() == false)
  }

  @Test func flushesAfterEachPortion() throws {
    let sockets = try Connected()
    let cork = Cork()
    cork.add(sockets.here)
    let arrived = cork.together {
      for number in 1...Cork.portion {
        unsafe send(sockets.here, [UInt8(number)], 1, 0)
        cork.requestBegins()
      }
      // Blocks until data arrives.
      var bytes = [UInt8](repeating: 0, count: 2 * Cork.portion)
      return unsafe recv(sockets.there, &bytes, bytes.count, 0)
    }
    #expect(arrived == Cork.portion)
  }
}

/// The two ends of a TCP connection on this machine.
private final class Connected {
  let here = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  let there: Int32

  init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let here = here
    there = try unsafe withUnsafeMutablePointer(to: &address) { pointer in
      try unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        try #require(unsafe bind(listener, generic, size) == 0 && listen(listener, 1) == 0)
        try #require(unsafe getsockname(listener, generic, &size) == 0)
        try #require(unsafe connect(here, generic, size) == 0)
        return accept(listener, nil, nil)
      }
    }
    try #require(there >= 0)
  }

  deinit {
    close(here)
    close(there)
  }

  /// Whether the kernel holds back partial packets.
  var isCorked: Bool {
    get throws {
      var value: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      try #require(unsafe getsockopt(here, Int32(IPPROTO_TCP), TCP_CORK, &value, &size) == 0)
      return value != 0
    }
  }
}
