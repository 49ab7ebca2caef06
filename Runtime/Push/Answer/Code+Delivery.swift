extension PushFault.Code {
  /// The service cannot be reached: its name, its port or TLS. Nothing was sent.
  public static let cannotConnect = Self(rawValue: "cannotConnect")
  /// A proxy refuses to open the way to the service. Nothing was sent.
  public static let proxyRefused = Self(rawValue: "proxyRefused")
  /// The connection ended before the answer.
  public static let connectionLost = Self(rawValue: "connectionLost")
  /// The service ended this one request without an answer.
  public static let streamReset = Self(rawValue: "streamReset")
  /// No answer came in time.
  public static let timedOut = Self(rawValue: "timedOut")
  /// The service's certificate is not trusted, or the file of trusted ones cannot be read. Nothing was sent.
  public static let notTrusted = Self(rawValue: "notTrusted")
  /// The service, or a proxy in between, does not speak HTTP/2.
  public static let noHTTP2 = Self(rawValue: "noHTTP2")
  /// There are no credentials for the environment.
  public static let noCredentials = Self(rawValue: "noCredentials")
  /// It was not sent within the retry deadline.
  public static let overdue = Self(rawValue: "overdue")
  /// The sender's task was cancelled.
  public static let cancelled = Self(rawValue: "cancelled")
  /// The sender is shutting down.
  public static let shutdown = Self(rawValue: "shutdown")
  /// Something failed on this machine, such as memory or descriptors.
  public static let failed = Self(rawValue: "failed")
}
