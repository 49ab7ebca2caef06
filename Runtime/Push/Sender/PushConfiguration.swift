/// Where notifications go, with which keys and within which limits. Nothing here switches off the check of certificates.
public struct PushConfiguration: Sendable {
  /// The services' addresses: `https://host[:port]` without a path. Apple's own, unless one says otherwise.
  public var urls = Dictionary(uniqueKeysWithValues: PushEnvironment.allCases.map { ($0, $0.url) })

  /// The addresses where channels are managed, in the same form. Apple's own, unless one says otherwise.
  public var channelURLs = Dictionary(uniqueKeysWithValues: PushEnvironment.allCases.map { ($0, $0.channelURL) })

  /// A PEM file with the certificates to trust, in place of the system's.
  public var caFile: String?

  /// What provider tokens are signed with. Environments with equal key and team ids share one token.
  public var credentials: [PushEnvironment: PushCredentials]

  /// A proxy, as in `http://user:password@host:port`, for every connection whatever `NO_PROXY` says. Nil leaves it to `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`; a
  /// service on this machine is then reached directly.
  public var proxy: String?

  /// How many connections one environment has at most, from 1.
  public var connections = 2

  /// How many notifications are in flight on one connection at most, from 1 to 1,000. The server's SETTINGS may allow fewer.
  public var inFlightPerConnection = 300

  /// How many notifications to one device are in flight at most, from 1. With one they also keep their order, retries aside.
  public var inFlightPerDevice = 1

  /// How long one attempt may take, connecting included: 1 ms to 24 days.
  public var requestTimeout = Duration.seconds(10)

  /// For how long a notification is tried again. 15 minutes are Apple's own rule for 500 and 503.
  public var retryDeadline = Duration.seconds(15 * 60)

  /// The pauses before retries, and before a connection is opened again after one that failed.
  public var backOff = BackOff()

  /// How long a lane that was stopped refuses everything before it tries again with one notification. New credentials
  /// end it sooner.
  public var stopDuration = Duration.seconds(60)

  /// How long a connection may be idle before it is closed, from 1 s.
  public var idleLimit = Duration.seconds(60 * 60)

  /// How many notifications one environment takes on at a time, those in flight and those waiting for a retry included.
  /// Senders of more wait in turn.
  public var queueCapacity = 10_000

  /// Creates a configuration with Apple's addresses and the default limits.
  ///
  /// - Parameter credentials: By environment; a notification to another one is `undelivered`.
  public init(credentials: [PushEnvironment: PushCredentials]) {
    self.credentials = credentials
  }

  /// Creates a configuration with one key for both environments.
  ///
  /// - Parameter credentials: What every provider token is signed with.
  public init(credentials: PushCredentials) {
    self.init(credentials: [.sandbox: credentials, .production: credentials])
  }

  /// Sends everything, and what is asked about channels, to one address, such as a simulator's (`APNS_URL`).
  ///
  /// - Parameter url: `https://host[:port]` without a path.
  public mutating func setURL(_ url: String) {
    for environment in PushEnvironment.allCases {
      urls[environment] = url
      channelURLs[environment] = url
    }
  }
}

extension PushConfiguration {
  /// Exponential back-off with full jitter: before retry n a pause from zero to `base` times 2 to the power n - 1, all
  /// equally likely, but never above `longest`.
  public struct BackOff: Sendable, Hashable {
    /// The longest pause before the first retry.
    public var base = Duration.seconds(1)

    /// The longest pause there is.
    public var longest = Duration.seconds(60)

    /// Creates a back-off of 1 s at first and 60 s at most.
    public init() {}

    /// The pause before a retry.
    ///
    /// - Parameters:
    ///   - retry: Which one, from 1.
    ///   - jitter: A random number in 0..<1.
    func pause(before retry: Int, jitter: Double) -> Duration {
      // 2 to the power 30 times any base is above any limit that makes sense.
      min(longest, base * (1 << min(max(retry - 1, 0), 30))) * jitter
    }
  }
}
