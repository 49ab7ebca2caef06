import Logging
import NIOCore
import Testing

@testable import Host

@Suite struct NetworkCrowdingTests {
  @Test func aLineIsLoggedNowAndThen() {
    let logs = LogRecorder()
    let crowding = NetworkCrowding(limit: 100, logger: logs.logger)
    let start = NIODeadline.now()
    for pause in 0..<50 { crowding.happened("192.0.2.7", at: start + .seconds(1) * pause) }
    crowding.happened("192.0.2.8", at: start + NetworkCrowding.interval)
    #expect(logs.all.map { $0.metadata["refused_of_all_networks"] } == ["1", "50"])
    #expect(logs.all.map { $0.metadata["client"] } == ["192.0.2.7", "192.0.2.8"])
    #expect(logs.all.allSatisfy { $0.level == .warning && $0.message.contains("trusted_proxies") })
  }

  @Test func thisMachineAndTrustedProxiesAreNotCounted() async throws {
    try await withHarness { configuration in
      configuration.tokens.secret = "a secret of this test, and of no other host"
      configuration.trustedProxies = ["192.0.2.9"]
    } _: { harness in
      let handler = HostServerHandler(dispatcher: harness.host.dispatcher, running: [])
      for peer in ["127.0.0.1", "::1", "::ffff:127.0.0.2", "192.0.2.9", "::ffff:192.0.2.9"] {
        #expect(handler.network(of: peer) == nil, "\(peer)")
      }
      #expect(handler.network(of: "192.0.2.7") == handler.network(of: "::ffff:192.0.2.7"))
      #expect(handler.network(of: "2001:db8::1") == handler.network(of: "2001:db8::2"))
      #expect(handler.network(of: "192.0.2.7") != handler.network(of: "192.0.2.8"))
    }
  }
}
