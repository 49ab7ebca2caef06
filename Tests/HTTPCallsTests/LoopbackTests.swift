import Testing

@testable import HTTPCalls

@Suite struct LoopbackTests {
  @Test(arguments: [
    "127.0.0.1", "127.255.255.254", "127.8.9.10", "::1", "0:0:0:0:0:0:0:1", "0000:0000::0001", "::ffff:127.0.0.1",
    "::FFFF:127.9.9.9", "::ffff:7f00:1",
  ])
  func loopbackAddresses(_ text: String) {
    #expect(Loopback.isAddress(text))
    #expect(Loopback.isHost(text))
    #expect(Loopback.isHost("[\(text)]"))
  }

  @Test(arguments: [
    "", " ", "128.0.0.1", "126.255.255.255", "0.0.0.0", "::", "::2", "10.0.0.1", "::ffff:128.0.0.1", "::127.0.0.1",
    "127.1", "127.0.0.1.", "127.0.0.01", "127.0.0.256", "127...1", "127.0.0.1 ", " 127.0.0.1", "127.0.0.1:80",
    "127.0.0.1\0", "127.0.0.1\0.example.com", "١٢٧.٠.٠.١", "127.٠.٠.١", "127.0.0.¹", "127.0.0.Ⅳ", "::1%lo", "[[::1]]",
    "[::1", "::1]", "2130706433", "0x7f.0.0.1", "127.0.0.1.example.com", "unknown",
  ])
  func otherTextsAreNoLoopback(_ text: String) {
    #expect(!Loopback.isAddress(text))
    #expect(!Loopback.isHost(text))
  }

  /// A setting or a URL may name this machine; an address may not be spelled as a name.
  @Test(arguments: ["localhost", "LOCALHOST", "app.localhost", "a.b.LocalHost"])
  func namesAreHostsAndNoAddresses(_ name: String) {
    #expect(Loopback.isHost(name))
    #expect(!Loopback.isAddress(name))
  }

  @Test(arguments: ["localhost.example.com", "notlocalhost", "localhost.", "lοcalhost"])
  func otherNamesAreElsewhere(_ name: String) { #expect(!Loopback.isHost(name)) }
}
