import Curl
import Edge
public import Foundation

/// Everything that a host can be told, as plain values; reading them from flags, environment and files is somebody else's work.
public struct HostConfiguration: Sendable {
  /// Where to listen.
  public var bind = BindAddress()
  /// The address under which the project is known: `SUPABASE_URL`. Nil: this host is all there is.
  public var projectURL: URL?
  /// What tokens are checked with.
  public var tokens = TokenConfiguration()
  /// What is taken from a client, and for how long.
  public var limits = Limits()
  /// What `config.toml` says of single functions, by name.
  public var functions: [String: FunctionConfiguration] = [:]
  /// The functions' secrets: what `[edge_runtime.secrets]` and `--env-file` name.
  public var secrets: [String: String] = [:]
  /// Variables of the process environment that functions declare as secrets; each function sees those alone that it declares itself.
  public var environmentSecrets: [String: String] = [:]
  /// The folder of the embedded storage: `<folder>/<bucket>/<path>`.
  public var storageFolder = "storage"
  /// Addresses of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` count.
  public var trustedProxies: Set<String> = []
  /// What `SB_REGION` and `x-served-by` say.
  public var region = "local"
  /// How long work in hand may take after SIGTERM, in seconds.
  public var gracePeriod: Double = 30

  /// The defaults: loopback, the development secret, no project.
  public init() {}

  /// Whether this host stands in for the project's own auth and storage servers.
  ///
  /// So it is without a project, and with one whose address is this host's own: the seeds' development value.
  public var isEmbedded: Bool {
    guard let projectURL else { return true }
    guard let host = projectURL.host(), Loopback.isHost(host) else { return false }
    return (projectURL.port ?? (projectURL.scheme == "https" ? 443 : 80)) == bind.port
  }
}

/// What tokens and keys are checked with.
public struct TokenConfiguration: Sendable {
  /// `SUPABASE_JWT_SECRET`: signs HS256 tokens; at least 32 bytes (RFC 7518, section 3.2), not one character repeated.
  public var secret = TokenConfiguration.developmentSecret
  /// `SUPABASE_JWKS`: the project's public keys as JSON; nil fetches them from the project.
  public var jwks: String?
  /// `SUPABASE_PUBLISHABLE_KEYS`: keys that count as `anon`.
  public var publishableKeys: [String] = []
  /// `SUPABASE_SECRET_KEYS`: keys that count as `service_role`.
  public var secretKeys: [String] = []
  /// `SUPABASE_ANON_KEY`, if the project has one of its own.
  public var anonKey: String?
  /// `SUPABASE_SERVICE_ROLE_KEY`, if the project has one of its own.
  public var serviceRoleKey: String?

  /// The development secret and nothing else.
  public init() {}
}

/// What is taken from a client, and for how long.
public struct Limits: Sendable, Hashable {
  /// The largest body of a typed function, in bytes.
  public var jsonBody = 10 << 20
  /// The largest body of a raw function, in bytes.
  public var rawBody = 100 << 20
  /// The largest sum of header lines, in bytes.
  public var headerBytes = 32 << 10
  /// The most header lines.
  public var headerLines = 100
  /// How long a client may take for its request line and headers, in seconds.
  public var headerTimeout: Double = 10
  /// How long a client may take for a small body, or between two chunks of a large one, in seconds.
  public var bodyTimeout: Double = 30
  /// The memory that the bodies of all requests share, in bytes: a quarter of what the process may have.
  public var bodyMemory = MemoryLimit.current.quarter
  /// How long a body waits for memory when that is used up, in seconds.
  public var bodyWait: Double = 10
  /// The most open connections.
  public var connections = OpenFiles.connections
  /// How long an unused connection stays open, in seconds.
  public var keepAliveTimeout: Double = 75
  /// How long a function may take until it answers, in seconds.
  public var idleTimeout: Double = 150
  /// How long a function may take in all, in seconds.
  public var wallClock: Double = 400
  /// How long a host that stops waits for a request that is on its way, in seconds.
  var lastRequestTimeout: Double = 1
  /// How long a client that has ended its output may wait for its response before the host asks whether it is there, in seconds.
  var halfCloseProbe: Double = 1

  /// The limits that Supabase's users know.
  public init() {}
}

/// What `[functions.<name>]` says.
public struct FunctionConfiguration: Sendable, Hashable {
  /// Whether it is served at all.
  public var enabled = true
  /// Whether a token is asked for; nil leaves it to the code.
  public var verifyJWT: Bool?
  /// The largest body in bytes; nil takes the host's limit.
  public var maximumBody: Int?
  /// Secrets of this function alone.
  public var secrets: [String: String] = [:]

  /// Nothing said.
  public init() {}
}
