package import Push

/// The addresses, keys and limits of a ``PushSender``. Certificates are always verified.
package struct PushConfiguration: Sendable {
  /// The services' addresses: `https://host[:port]` without a path. By default Apple's.
  package var urls = Dictionary(uniqueKeysWithValues: PushEnvironment.allCases.map { ($0, $0.url) })

  /// The addresses where channels are managed, in the same form. By default Apple's.
  package var channelURLs = Dictionary(uniqueKeysWithValues: PushEnvironment.allCases.map { ($0, $0.channelURL) })

  /// A PEM file with the certificates to trust, in place of the system's.
  package var caFile: String?

  /// The keys that sign provider tokens. Environments with equal key and team ids share one token.
  package var credentials: [PushEnvironment: PushCredentials]

  /// The proxy for every connection, as in `http://user:password@host:port`; it overrides `NO_PROXY`. Nil means the
  /// proxy of `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`, and a direct connection to a service on this machine.
  package var proxy: String?

  /// How many connections one environment has at most, from 1.
  package var connections = 2

  /// How many notifications are in flight on one connection at most, from 1 to 1,000. The server's SETTINGS may allow
  /// fewer.
  package var inFlightPerConnection = 300

  /// How many notifications to one device are in flight at most, from 1. With a limit of one they also keep their
  /// order, except for retries.
  package var inFlightPerDevice = 1

  /// How long one attempt may take, connecting included: 1 ms to 24 days.
  package var requestTimeout = Duration.seconds(10)

  /// For how long a notification is retried. Apple's rule for 500 and 503 is 15 minutes.
  package var retryDeadline = Duration.seconds(15 * 60)

  /// The pauses before retries and, up to 5 s, before a connection is opened again after one that failed.
  package var backOff = BackOff()

  /// How long a stopped destination refuses notifications before it tries again with one.
  package var stopDuration = Duration.seconds(60)

  /// How long a connection may be idle before it is closed, from 1 s.
  package var idleLimit = Duration.seconds(60 * 60)

  /// How many notifications one environment accepts at a time, including those in flight and those that wait for a
  /// retry. Further callers wait in order.
  package var queueCapacity = 10_000

  /// Creates a configuration with Apple's addresses and the default limits. A notification to an environment without
  /// credentials is `undelivered`.
  package init(credentials: [PushEnvironment: PushCredentials]) {
    self.credentials = credentials
  }

  /// Creates a configuration with one key for both environments.
  package init(credentials: PushCredentials) {
    self.init(credentials: [.sandbox: credentials, .production: credentials])
  }

  /// Sends all notifications and channel requests to one address `https://host[:port]`, such as a simulator's
  /// (`APNS_URL`).
  package mutating func setURL(_ url: String) {
    for environment in PushEnvironment.allCases {
      urls[environment] = url
      channelURLs[environment] = url
    }
  }
}
