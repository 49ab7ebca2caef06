import Testing

@testable import Host
@testable import Swiftlet

/// The address of a host for clients on other machines.
@Suite struct ExternalURLTests {
  private static let secret = ["SUPABASE_JWT_SECRET": "a secret of the tests, and of nothing else"]

  @Test func urlsForClientsBeginWithIt() throws {
    let loaded = try Loading(config: "[api]\nexternal_url = \"https://api.example.com/\"").load()
    #expect(BaseURL(loaded.host).text == "https://api.example.com")
    #expect(BaseURL(loaded.host).listeningText == "http://127.0.0.1:54321")
    let variable = ["SWIFTLET_EXTERNAL_URL": "https://two.example.com", "SUPABASE_URL": "http://127.0.0.1:54321"]
    #expect(BaseURL(try Loading(environment: variable).load().host).text == "https://two.example.com")
    #expect(BaseURL(try Loading().load().host).text == "http://127.0.0.1:54321")
  }

  @Test(arguments: ["host = \"0.0.0.0\"", "host = \"::\"", "trusted_proxies = [\"127.0.0.1\"]"])
  func aHostForOtherMachinesIsWarnedWithoutIt(line: String) throws {
    let config = "[swiftlet]\n\(line)\n"
    #expect(
      try Loading(config: config, environment: Self.secret).load().warnings.contains { $0.contains("external_url") })
    let set = "[api]\nexternal_url = \"https://api.example.com\"\n"
    #expect(try Loading(config: set + config, environment: Self.secret).load().warnings.isEmpty)
  }

  @Test func anythingButAnAddressIsRefused() throws {
    let failure = try Loading(config: "[api]\nexternal_url = \"api.example.com\"").failure()
    #expect(failure.message.contains("[api] external_url is"))
  }
}
