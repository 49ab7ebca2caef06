import Curl
import Edge
public import FoundationEssentials

/// The configuration of a host, as plain values. `CommandLine` reads them from flags, the environment and files.
public struct HostConfiguration: Sendable {
  /// The addresses to listen on.
  public var bind = BindAddress()
  /// The project's URL: `SUPABASE_URL`; nil without a project.
  public var projectURL: URL?
  /// The host's address for clients: `[api] external_url`; nil for the address that it listens on.
  public var externalURL: URL?
  /// The keys and secrets for checking tokens.
  public var tokens = TokenConfiguration()
  /// The limits on clients and functions.
  public var limits = Limits()
  /// The settings of single functions in `config.toml`, by name.
  public var functions: [String: FunctionConfiguration] = [:]
  /// The rate limits of `config.toml`, by name.
  public var callLimits: [String: LimitConfiguration] = [:]
  /// The functions' secrets, of `[edge_runtime.secrets]` and `--env-file`.
  public var secrets: [String: String] = [:]
  /// Variables of the process's environment that functions declare as secrets. Each function sees only those that it
  /// declares.
  public var environmentSecrets: [String: String] = [:]
  /// The embedded storage.
  public var storage = StorageConfiguration()
  /// Addresses of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted, in any form.
  public var trustedProxies: Set<String> = []
  /// The value of `SB_REGION`, and a part of `x-served-by`.
  public var region = "local"
  /// The time for work in hand after SIGTERM, in seconds.
  public var gracePeriod: Double = 30

  /// The defaults: loopback, the development secret, no project.
  public init() {}

  /// Whether this host replaces the project's auth and storage servers: it has no project, or a project with the host's
  /// own address.
  public var isEmbedded: Bool {
    projectURL.map(isOwn) ?? true
  }

  /// Whether a URL has the host's own address: its port on loopback, or on the address that it listens on.
  package func isOwn(_ url: URL) -> Bool {
    guard let host = url.host(percentEncoded: false), Loopback.isHost(host) || host == bind.host else { return false }
    return Int(url.serverPort) == bind.port
  }
}
