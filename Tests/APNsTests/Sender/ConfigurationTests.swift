import Logging
import Push
import Testing

@testable import APNs

@Suite("Sender: configuration") struct PushConfigurationTests {
  private func field(_ configure: (inout PushConfiguration) -> Void) -> String? {
    var configuration = PushConfiguration(credentials: [:])
    configure(&configuration)
    do {
      _ = try PushSender(configuration: configuration, logger: Logger(label: "test"))
      return nil
    } catch {
      return error.field
    }
  }

  @Test func mistakesAreNamed() {
    #expect(field { _ in } == nil)
    #expect(field { $0.setURL("https://localhost:8443/") } == nil)
    for url in ["http://localhost", "localhost", "https://localhost/3/device", "https://user@localhost", ""] {
      #expect(field { $0.setURL(url) }?.hasPrefix("push URL") == true, "\(url)")
    }
    #expect(field { $0.urls[.production] = nil } == "push URL (production)")
    #expect(field { $0.connections = 0 } == "connections")
    #expect(field { $0.inFlightPerConnection = 1001 } == "in flight per connection")
    #expect(field { $0.inFlightPerDevice = 0 } == "in flight per device")
    #expect(field { $0.queueCapacity = 0 } == "queue capacity")
    #expect(field { $0.requestTimeout = .zero } == "request timeout")
    #expect(field { $0.retryDeadline = .seconds(-1) } == "retry deadline")
    #expect(field { $0.idleLimit = .zero } == "idle limit")
    #expect(field { $0.caFile = "" } == "CA file")
    #expect(field { $0.proxy = "a\0b" } == "proxy")
    for proxy in ["nonsense://user:secret@localhost:1", "http://user:secret@[::1", "http://", "http://host:port"] {
      #expect(field { $0.proxy = proxy } == "proxy", "\(proxy)")
    }
    for proxy in ["http://user:secret@localhost:1", "https://[::1]:3128", "localhost:3128", "socks5h://localhost"] {
      #expect(field { $0.proxy = proxy } == nil, "\(proxy)")
    }
  }

  @Test func backOffDoublesUpToItsLimitWithFullJitter() {
    let backOff = PushConfiguration.BackOff()
    #expect(
      [1, 2, 3, 6, 7, 1000].map { backOff.pause(before: $0, jitter: 1) } == [1, 2, 4, 32, 60, 60].map { .seconds($0) })
    #expect(backOff.pause(before: 3, jitter: 0.25) == .seconds(1))
    #expect(backOff.pause(before: 9, jitter: 0) == .zero)
  }
}
