import APNs
import Foundation
import Logging
import Push
import Simulator
import Synchronization
import Testing

extension DeliveryTests {
  /// Delivery through an HTTP proxy.
  @Suite("Proxy") struct Proxy {
    private static let secret = "correct-horse"

    /// Runs a test with a proxy that requires a password. By default, an attempt that fails is the last.
    ///
    /// - Returns: The log, which must not contain the password.
    @discardableResult private func run(
      proxy address: (Int) -> String, configure: (inout PushConfiguration) -> Void = { _ in },
      _ body: (Delivery, ConnectProxy) async throws -> Void
    ) async throws -> String {
      let lines = Mutex<[String]>([])
      let logger = Logger(label: "sender") { _ in LineHandler { line in lines.withLock { $0.append(line) } } }
      try await ConnectProxy.run(user: "user", password: Self.secret) { proxy in
        let setUp = { (configuration: inout PushConfiguration) in
          configuration.proxy = address(proxy.port)
          configuration.retryDeadline = .zero
          configure(&configuration)
        }
        try await Delivery.run(configure: setUp, logger: logger) { delivery in try await body(delivery, proxy) }
      }
      let said = lines.withLock { $0.joined(separator: "\n") }
      #expect(!said.contains(Self.secret) && !said.contains("wrong-horse"), "\(said)")
      return said
    }

    @Test func everyConnectionUsesTheProxy() async throws {
      try await run {
        "http://user:\(Self.secret)@127.0.0.1:\($0)"
      } configure: {
        $0.retryDeadline = .seconds(3600)
      } _: { delivery, proxy in
        await delivery.deliver(try Delivery.pushes(500))
        #expect(delivery.simulator.status.connections == 2)
        #expect(proxy.tunnels.count == 2)
        #expect(proxy.tunnels.allSatisfy { $0.hasPrefix("127.0.0.1:") })
      }
    }

    @Test(arguments: ["wrong-horse", nil]) func aWrongPasswordIsReportedAndNotShown(password: String?) async throws {
      try await run { port in
        password.map { "http://user:\($0)@127.0.0.1:\(port)" } ?? "http://127.0.0.1:\(port)"
      } _: { delivery, proxy in
        let fault = await fault(of: try Delivery.pushes(1)[0], delivery)
        #expect(fault?.code == .proxyRefused)
        let words = "127.0.0.1: the proxy answered 407 to CONNECT. Check the proxy's address, its user and password."
        #expect(fault?.message == words)
        #expect(proxy.tunnels.isEmpty)
        #expect(delivery.simulator.status.connections == 0)
      }
    }

    @Test func aTargetThatTheProxyCannotReachIsReported() async throws {
      try await run {
        "http://user:\(Self.secret)@127.0.0.1:\($0)"
      } configure: {
        $0.setURL("https://127.0.0.1:1")
      } _: { delivery, proxy in
        let fault = await fault(of: try Delivery.pushes(1)[0], delivery)
        #expect(fault?.code == .proxyRefused)
        #expect(fault?.message.hasPrefix("127.0.0.1: the proxy answered 502 to CONNECT.") == true)
        #expect(!proxy.tunnels.isEmpty)
      }
    }

    @Test func aTargetThatTheProxyCannotReachIsRetried() async throws {
      let said = try await run {
        "http://user:\(Self.secret)@127.0.0.1:\($0)"
      } configure: {
        $0.setURL("https://127.0.0.1:1")
        $0.retryDeadline = .seconds(3600)
      } _: { delivery, proxy in
        let push = try Delivery.pushes(1)[0]
        let sending = Task { await fault(of: push, delivery) }
        var arrivals = proxy.arrivals.stream.makeAsyncIterator()
        for _ in 0..<3 { await arrivals.next() }
        sending.cancel()
        #expect(await sending.value?.code == .cancelled)
      }
      #expect(said.split(separator: "the push server cannot be reached").count == 2, "\(said)")
    }

    @Test(arguments: ["http://user:wrong-horse@127.0.0.1:1", "http://user:wrong-horse@proxy.invalid:8080"])
    func anUnreachableProxyIsReported(address: String) async throws {
      try await run { _ in
        address
      } _: { delivery, _ in
        let fault = await fault(of: try Delivery.pushes(1)[0], delivery)
        #expect(fault?.code == .cannotConnect)
        #expect(fault?.message.contains("horse") == false)
        #expect(delivery.simulator.status.connections == 0)
      }
    }

    private func fault(of push: PreparedPush, _ delivery: Delivery) async -> PushFault? {
      switch await delivery.sender.send(push) {
      case .undelivered(let fault, lastAnswer: nil, mayHaveArrived: false): return fault
      case let outcome:
        Issue.record("\(outcome)")
        return nil
      }
    }
  }
}

/// Passes every log line on with its metadata, at every level.
private struct LineHandler: LogHandler {
  let write: @Sendable (String) -> Void
  var logLevel = Logger.Level.trace
  var metadata: Logger.Metadata = [:]

  init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    write("\(event.message) \(metadata) \(event.metadata ?? [:]) \(event.error.map { "\($0)" } ?? "")")
  }
}
