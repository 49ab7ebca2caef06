import CLoop
import Glibc
import NIOCore
import Testing

@testable import HTTPServer

/// How a listener stops: connections that are complete are accepted, and no other is begun.
@Suite(.timeLimit(.minutes(10))) struct ListeningSocketTests {
  /// Begins to connect; the socket, and whether it is connected within so many milliseconds.
  private func connect(to port: Int, within milliseconds: CInt) throws -> (descriptor: CInt, isConnected: Bool) {
    let address = try NetworkAddress(host: "127.0.0.1", port: port)
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    let result = unsafe address.withPointer { unsafe Glibc.connect(descriptor, $0, $1) }
    #expect(result == 0 || errno == EINPROGRESS)
    var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return (descriptor, unsafe poll(&state, 1, milliseconds) == 1)
  }

  private func accept(on listener: ListeningSocket) -> CInt? {
    var address = sockaddr_storage()
    let descriptor = unsafe cloop_accept(listener.descriptor, &address)
    if descriptor < 0 { #expect(errno == EAGAIN) }
    return descriptor < 0 ? nil : descriptor
  }

  @Test func aClosingListenerLosesNoEstablishedConnection() throws {
    let listener = try ListeningSocket(host: "127.0.0.1", port: 0)
    let port = listener.port
    // More than are accepted in one go.
    var clients: [CInt] = []
    for _ in 0..<100 {
      let client = try connect(to: port, within: 600_000)
      #expect(client.isConnected)
      clients.append(client.descriptor)
    }
    listener.refuse()
    let late = try connect(to: port, within: 0)
    #expect(!late.isConnected)
    var accepted: [CInt] = []
    // A client is connected a moment before the listener has the end of its handshake.
    while accepted.count < clients.count {
      var state = pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)
      try #require(unsafe poll(&state, 1, 600_000) == 1)
      if let connection = accept(on: listener) { accepted.append(connection) }
    }
    #expect(accept(on: listener) == nil)
    listener.close()
    for (client, connection) in zip(clients, accepted) {
      var byte: UInt8 = 7
      #expect(unsafe send(connection, &byte, 1, CInt(MSG_NOSIGNAL)) == 1)
      #expect(unsafe recv(client, &byte, 1, 0) == 1)
    }
    for descriptor in clients + accepted + [late.descriptor] { close(descriptor) }
  }
}
