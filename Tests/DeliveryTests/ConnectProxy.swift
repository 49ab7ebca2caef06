import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// A proxy for `CONNECT` on 127.0.0.1 that asks for one user's password.
final class ConnectProxy: Sendable {
  private typealias Client = NIOAsyncChannel<ByteBuffer, ByteBuffer>

  /// What `CONNECT` asked for, as `host:port`, with the right password.
  var tunnels: [String] { asked.withLock(\.self) }
  let port: Int

  private let authorization: String
  private let asked = Mutex<[String]>([])

  /// Runs a proxy for as long as the body runs.
  static func run(user: String, password: String, _ body: (ConnectProxy) async throws -> Void) async throws {
    let group = MultiThreadedEventLoopGroup.singleton
    let server = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0) { channel in
      channel.eventLoop.makeCompletedFuture { try Client(wrappingChannelSynchronously: channel) }
    }
    let proxy = ConnectProxy(port: server.channel.localAddress?.port ?? 0, user: user, password: password)
    let serving = Task {
      try await server.executeThenClose { clients in
        try await withThrowingDiscardingTaskGroup { group in
          for try await client in clients { group.addTask { try? await proxy.serve(client) } }
        }
      }
    }
    defer { serving.cancel() }
    try await body(proxy)
  }

  private init(port: Int, user: String, password: String) {
    self.port = port
    authorization = "basic " + Data("\(user):\(password)".utf8).base64EncodedString().lowercased()
  }

  private func serve(_ client: Client) async throws {
    try await client.executeThenClose { input, output in
      var head = ByteBuffer()
      var reader = input.makeAsyncIterator()
      while !String(buffer: head).contains("\r\n\r\n") {
        guard let bytes = try await reader.next(), head.readableBytes < 8192 else { return }
        head.writeImmutableBuffer(bytes)
      }
      let lines = String(buffer: head).split(separator: "\r\n")
      let words = lines.first?.split(separator: " ") ?? []
      guard words.count == 3, words[0] == "CONNECT" else {
        return try await output.write(ByteBuffer(string: "HTTP/1.1 405 Method Not Allowed\r\n\r\n"))
      }
      guard lines.contains(where: { $0.lowercased() == "proxy-authorization: \(authorization)" }) else {
        return try await output.write(
          ByteBuffer(
            string:
              "HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\ncontent-length: 0\r\n\r\n"))
      }
      asked.withLock { $0.append(String(words[1])) }
      let parts = words[1].split(separator: ":")
      let target: Client
      do {
        target = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
          .connect(host: String(parts[0]), port: Int(parts[1]) ?? 0) { channel in
            channel.eventLoop.makeCompletedFuture { try Client(wrappingChannelSynchronously: channel) }
          }
      } catch {
        return try await output.write(ByteBuffer(string: "HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n"))
      }
      try await output.write(ByteBuffer(string: "HTTP/1.1 200 Connection established\r\n\r\n"))
      try await target.executeThenClose { back, forth in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            for try await bytes in back { try await output.write(bytes) }
            output.finish()
          }
          while let bytes = try await reader.next() { try await forth.write(bytes) }
          forth.finish()
          try await group.waitForAll()
        }
      }
    }
  }
}
