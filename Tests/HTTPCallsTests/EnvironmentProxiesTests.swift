import Testing

@testable import HTTPCalls

@Suite struct EnvironmentProxiesTests {
  @Test(
    arguments: [
      ([:], nil, nil), (["http_proxy": "a"], "a", nil), (["HTTP_PROXY": "a"], nil, nil),
      (["https_proxy": "a", "HTTPS_PROXY": "b"], nil, "a"), (["HTTPS_PROXY": "b"], nil, "b"),
      (["https_proxy": "", "HTTPS_PROXY": "b"], nil, "b"), (["all_proxy": "c", "ALL_PROXY": "d"], "c", "c"),
      (["ALL_PROXY": "d", "http_proxy": ""], "d", "d"), (["http_proxy": "a", "all_proxy": "c"], "a", "c"),
      (["http_proxy": "", "HTTPS_PROXY": "", "ALL_PROXY": ""], nil, nil), (["NO_PROXY": "a.example"], nil, nil),
    ] as [([String: String], String?, String?)])
  func theProxyOfASchemeIsLibcurls(_ environment: [String: String], _ http: String?, _ https: String?) {
    let proxies = EnvironmentProxies(environment)
    #expect(proxies.proxy(for: "http") == http)
    #expect(proxies.proxy(for: "https") == https)
    #expect(proxies.isEmpty == (http == nil && https == nil))
  }
}
