import Testing

@testable import Host

/// The addresses that count as one client.
@Suite struct ClientNetworkTests {
  @Test(arguments: [
    ("203.0.113.7", "4:cb007107"), ("::ffff:203.0.113.7", "4:cb007107"), ("::ffff:cb00:7107", "4:cb007107"),
    ("2001:db8:0:1::1", "6:20010db800000001"), ("2001:db8:0:1:ffff:ffff:ffff:ffff", "6:20010db800000001"),
    ("[2001:db8:0:1::9]:443", "6:20010db800000001"), ("203.0.113.7:8080", "4:cb007107"),
    ("fe80::1%eth0", "6:fe80000000000000"), ("::1", "6:0"), ("0.0.0.0", "4:0"),
  ])
  func anAddressHasANetwork(text: String, network: String) {
    #expect(ClientNetwork(text)?.description == network)
  }

  @Test(arguments: [
    "", "unknown", "localhost", "1.2.3", "1.2.3.4\0", "[", "[[::1]]", "%", ":", String(repeating: "1", count: 65),
  ])
  func otherTextHasNone(text: String) {
    #expect(ClientNetwork(text) == nil)
  }

  @Test func networksDiffer() {
    #expect(ClientNetwork("2001:db8:0:1::1") != ClientNetwork("2001:db8:0:2::1"))
    #expect(ClientNetwork("0.0.0.0") != ClientNetwork("::"))
  }

  @Test func aSiteHasManyNetworks() throws {
    let network = try #require(ClientNetwork("2001:db8:1:2::3"))
    #expect(network.site == ClientNetwork("2001:db8:1::"))
    #expect(network.site == ClientNetwork("2001:db8:1:ffff::9")?.site)
    #expect(network.site != ClientNetwork("2001:db8:2:2::3")?.site)
    let old = try #require(ClientNetwork("203.0.113.7"))
    #expect(old.site == old)
  }
}
