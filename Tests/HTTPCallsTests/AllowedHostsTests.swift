import Testing

@testable import HTTPCalls

@Suite("Allowed hosts")
struct AllowedHostsTests {
  private func allows(_ entry: String, _ host: String, _ port: UInt16 = 443) throws -> Bool {
    try AllowedHosts([entry]).allows(host: host, port: port)
  }

  @Test(
    "name servers",
    arguments: [
      ("api.example.com", "api.example.com"), ("API.Example.COM", "api.example.com"), ("a.example", "A.Example."),
      ("a.example.", "a.example"), ("*.example.com", "a.example.com"), ("*.example.com", "a.b.example.com"),
      ("*", "anything.example"), ("*", "93.184.216.34"), ("*", "[2606:4700::1]"), ("93.184.216.34", "93.184.216.34"),
      ("10.0.0.0/8", "10.1.2.3"), ("10.0.0.1", "10.0.0.1"), ("10.0.0.1", "[::ffff:10.0.0.1]"), ("::1", "[::1]"),
      ("[::1]", "[0:0::1]"), ("fd00::/8", "[fdab::1]"), ("localhost", "localhost"), ("a_b.example", "a_b.example"),
    ])
  func named(entry: String, host: String) throws { #expect(try allows(entry, host)) }

  @Test(
    "refuse all others",
    arguments: [
      ("api.example.com", "example.com"), ("api.example.com", "x.api.example.com"), ("*.example.com", "example.com"),
      ("*.example.com", "badexample.com"), ("*.example.com", "example.com.evil"), ("*.example.com", "10.0.0.1"),
      ("*", "10.0.0.1"), ("*", "127.0.0.1"), ("*", "[::1]"), ("*", "[::ffff:127.0.0.1]"), ("*", "169.254.169.254"),
      ("*", "127.0.0.1."), ("*", "127.1"), ("*", "0x7f.1"), ("*", "2130706433"), ("*", ""), ("*", "."), ("*", "a..b"),
      ("10.0.0.0/8", "11.0.0.1"), ("10.0.0.0/8", "[::a00:1]"), ("localhost", "127.0.0.1"),
      ("localhost", "a.localhost"), ("example.com", "exаmple.com"),
    ])
  func others(entry: String, host: String) throws { #expect(try !allows(entry, host)) }

  @Test(
    "may name a port",
    arguments: [
      ("a.example:8443", "a.example"), ("*.example:8443", "b.example"), ("*:8443", "a.example"),
      ("10.0.0.1:8443", "10.0.0.1"), ("[fd00::1]:8443", "[fd00::1]"), ("[fd00::/8]:8443", "[fd00::1]"),
    ])
  func ports(entry: String, host: String) throws {
    #expect(try allows(entry, host, 8443))
    #expect(try !allows(entry, host, 443))
  }

  @Test(
    "are refused if they cannot be read",
    arguments: [
      "", " ", "https://api.example.com", "api.example.com/path", "a.example:0", "a.example:65536", "a.example:",
      "a.example:+1", "*.*.example", "a.*.example", "*example.com", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0/8",
      "127.1", "2130706433", "0x7f000001", "user@a.example", "a b.example", "ümlaut.example", "[10.0.0.1]", "[::1",
      "::1]", "unix:", "unix:relative", "::ffff:10.0.0.0/104", "a..b", "-:x",
    ])
  func unreadable(entry: String) {
    #expect(throws: HostPatternError.self) { try AllowedHosts([entry]) }
  }

  @Test("refuse a name's special address unless it is named itself")
  func addresses() throws {
    func allows(_ entries: [String], _ address: String, for host: String = "a.example") throws -> Bool {
      try AllowedHosts(entries).allows(try #require(IPAddress(address)), port: 443, for: host)
    }
    #expect(try allows(["a.example"], "93.184.216.34"))
    #expect(try !allows(["a.example"], "10.0.0.1"))
    #expect(try !allows(["a.example", "*"], "127.0.0.1"))
    #expect(try allows(["a.example", "10.0.0.1"], "10.0.0.1"))
    #expect(try allows(["a.example", "10.0.0.0/8"], "10.0.0.1"))
    #expect(try !allows(["a.example", "10.0.0.1:80"], "10.0.0.1"))
    #expect(try allows(["localhost"], "127.0.0.1", for: "localhost"))
    #expect(try allows(["localhost"], "::1", for: "localhost"))
    #expect(try !allows(["localhost", "a.example"], "127.0.0.1"))
    #expect(try !allows(["localhost"], "10.0.0.1", for: "localhost"))
    #expect(try !allows(["localhost:80"], "127.0.0.1", for: "localhost"))
  }

  @Test("trust one server whatever its address is")
  func trusted() throws {
    let hosts = AllowedHosts.publicServers.adding(trusted: "Project.internal", port: 8000)
    let address = try #require(IPAddress("10.0.0.1"))
    #expect(hosts.allows(address, port: 8000, for: "project.internal"))
    #expect(!hosts.allows(address, port: 8001, for: "project.internal"))
    #expect(!hosts.allows(address, port: 8000, for: "other.internal"))
    let local = AllowedHosts.none.adding(trusted: "127.0.0.1", port: 54321)
    #expect(local.allows(host: "127.0.0.1", port: 54321))
    #expect(!local.allows(host: "127.0.0.1", port: 80))
    #expect(!local.allows(host: "a.example", port: 54321))
  }

  @Test("trust an address of IPv6 in each of its forms", arguments: ["::1", "[::1]", "[0:0::1]"])
  func trustedIPv6(form: String) throws {
    let hosts = AllowedHosts.none.adding(trusted: form, port: 54321)
    #expect(hosts.allows(host: "[::1]", port: 54321))
    #expect(hosts.allows(try #require(IPAddress("::1")), port: 54321, for: "[::1]"))
    #expect(!hosts.allows(host: "[::1]", port: 80))
  }

  @Test(
    "close paths of a server that they allow",
    arguments: [
      "/console", "/console/x", "//console", "/functions/v1/_internal", "/functions//v1/_internal/jobs_run",
      "/a/../console", "/./functions/v1/_internal/", "/%63onsole", "/functions%2Fv1/%5finternal", "/a/%2E%2e/console",
    ])
  func closedPaths(path: String) throws {
    let hosts = try AllowedHosts(["127.0.0.1", "localhost", "api.example"])
      .closing([["console"], ["functions", "v1", "_internal"]], of: "127.0.0.1", port: 54321)
    for host in ["127.0.0.1", "127.0.0.2", "localhost", "LOCALHOST.", "[::1]", "[::ffff:127.0.0.1]"] {
      #expect(hosts.closes(path: path, of: host, port: 54321), "\(host)")
      #expect(!hosts.closes(path: path, of: host, port: 54322), "\(host)")
    }
    #expect(!hosts.closes(path: path, of: "api.example", port: 54321))
    #expect(hosts.allows(host: "127.0.0.1", port: 54321))
    // Whatever name has led to it.
    for text in ["127.0.0.1", "127.0.0.2", "::1", "::ffff:127.0.0.1", "0.0.0.0", "::"] {
      let address = try #require(IPAddress(text))
      #expect(hosts.closes(path: path, at: address, port: 54321), "\(text)")
      #expect(!hosts.closes(path: path, at: address, port: 54322), "\(text)")
    }
    let elsewhere = try #require(IPAddress("192.0.2.1"))
    #expect(!hosts.closes(path: path, at: elsewhere, port: 54321))
    let bound = hosts.closing([["console"], ["functions", "v1", "_internal"]], of: "192.0.2.1", port: 54321)
    #expect(bound.closes(path: path, at: elsewhere, port: 54321))
  }

  @Test(
    "leave other paths of that server open",
    arguments: [
      "/", "/consoles", "/functions/v1/a", "/functions/v1/_internals", "/x/console", "/console/../a", "/%2563onsole",
      "/%",
    ])
  func openPaths(path: String) {
    let hosts = AllowedHosts.publicServers
      .closing([["console"], ["functions", "v1", "_internal"]], of: "API.example", port: 443)
    #expect(!hosts.closes(path: path, of: "api.example", port: 443))
    #expect(hosts.closes(path: "/console", of: "api.example", port: 443))
  }

  @Test("go straight to a server, without proxies of their own")
  func directRoutes() {
    #expect(AllowedHosts.publicServers.route(scheme: "https", host: "a.example", port: 443) == .direct)
    #expect(AllowedHosts.publicServers.route(scheme: "http", host: "a.example", port: 80) == .direct)
  }

  @Test("go through a proxy to servers elsewhere, and leave trusted ones to the environment")
  func proxiedRoutes() {
    let hosts = AllowedHosts.publicServers.adding(trusted: "project.internal", port: 8000)
      .through(EnvironmentProxies(["https_proxy": "http://proxy.example:3128"]))
    func route(_ host: String, port: UInt16 = 443, scheme: String = "https") -> CallRoute {
      hosts.route(scheme: scheme, host: host, port: port)
    }
    #expect(route("a.example") == .proxy("http://proxy.example:3128"))
    #expect(route("93.184.216.34") == .proxy("http://proxy.example:3128"))
    #expect(route("a.example", scheme: "http") == .direct)
    for host in ["localhost", "localhost.", "a.localhost", "127.0.0.1", "[::1]"] {
      #expect(route(host) == .direct, "\(host)")
    }
    #expect(route("project.internal", port: 8000) == .environment)
    #expect(route("project.internal") == .proxy("http://proxy.example:3128"))
  }

  @Test("may name a Unix socket")
  func unixSockets() throws {
    #expect(try AllowedHosts(["unix:/run/a.sock"]).allows(unixSocket: "/run/a.sock"))
    #expect(try !AllowedHosts(["unix:/run/a.sock", "*"]).allows(unixSocket: "/run/b.sock"))
    #expect(try !AllowedHosts(["unix:/run/a.sock"]).allows(host: "/run/a.sock", port: 80))
  }

  @Test("allow nothing if there are none")
  func none() throws {
    #expect(try !AllowedHosts([]).allows(host: "a.example", port: 443))
    #expect(try !AllowedHosts([]).allows(host: "93.184.216.34", port: 443))
  }
}
