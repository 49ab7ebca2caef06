import Curl
import FoundationEssentials
import HTTPCalls

extension HostConfiguration {
  /// Refuses a published secret if clients on other machines can reach the host or the project: on an address or with a
  /// project beyond loopback, or behind a proxy.
  ///
  /// - Throws: ``ConfigurationProblem``, whose text says what to set, without the secret.
  public func checkPublishedSecret() throws(ConfigurationProblem) {
    guard tokens.hasPublishedSecret else { return }
    if let project = projectURL?.host(), !Loopback.isHost(project) {
      throw Self.published("the project at \(project) is not on this machine", "")
    }
    guard bind.isLoopback else {
      throw Self.published("the host is to listen on \(bind.host)", ", or listen on 127.0.0.1")
    }
    guard trustedProxies.isEmpty else {
      throw Self.published("trusted_proxies is set, so clients from elsewhere call", ", or remove trusted_proxies")
    }
  }

  private static func published(_ reason: String, _ way: String) -> ConfigurationProblem {
    ConfigurationProblem(
      """
      The JWT secret is one that Supabase publishes, with which anyone can sign tokens of any role. It is for loopback only, \
      and \(reason). Set SUPABASE_JWT_SECRET to the project's own secret\(way).
      """)
  }
}
