import Edge
import Testing

@testable import Host

@Suite struct TrustedProxiesTests {
  private func request(from peer: String?, forwarded: String? = nil) -> IncomingRequest {
    var headers: HTTPFields = [:]
    headers[.forwardedFor] = forwarded
    return IncomingRequest(method: .get, target: "/metrics", headers: headers, peer: peer)
  }

  /// The peers are written as a socket on `::` reports them.
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("127.0.0.1", "::ffff:127.0.0.1"), ("::ffff:127.0.0.1", "127.0.0.1"),
    ("::FFFF:7f00:1", "127.0.0.1"), ("0:0:0:0:0:0:0:1", "::1"), ("2001:DB8::0:1", "2001:db8::1"),
  ])
  func theFormOfAnAddressDoesNotCount(_ configured: String, _ peer: String) {
    let proxies = TrustedProxies([configured])
    #expect(proxies.contains(peer))
    #expect(request(from: peer, forwarded: "192.0.2.7").client(trusting: proxies) == "192.0.2.7")
    #expect(request(from: peer, forwarded: "127.0.0.9").isLocal(trusting: proxies))
  }

  @Test func anAddressOfAnotherFormInTheFieldIsAProxyToo() {
    let proxies = TrustedProxies(["10.0.0.1", "10.0.0.2"])
    let request = request(from: "::ffff:10.0.0.1", forwarded: "192.0.2.7, ::ffff:10.0.0.2")
    #expect(request.client(trusting: proxies) == "192.0.2.7")
  }

  @Test(arguments: ["127.0.0.2", "::2", "::ffff:127.0.0.2", "", "localhost", "127.0.0.1:80", "::1%lo", "127.1"])
  func otherTextsAreNotTrusted(_ text: String) {
    let proxies = TrustedProxies(["127.0.0.1", "::1", "localhost", ""])
    #expect(!proxies.contains(text))
    #expect(request(from: text, forwarded: "192.0.2.7").client(trusting: proxies) == text)
  }

  @Test func withoutProxiesThePeerIsTheClient() {
    let proxies = TrustedProxies([String]())
    #expect(!proxies.contains("127.0.0.1"))
    #expect(request(from: "127.0.0.1", forwarded: "192.0.2.7").client(trusting: proxies) == "127.0.0.1")
    #expect(request(from: nil).client(trusting: proxies) == nil)
  }
}
