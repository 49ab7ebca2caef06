import Push

/// The address of a service, with the settings for reaching it.
struct ServiceAddress {
  /// `https://host:port`.
  let origin: String
  let host: String
  let isLoopback: Bool
  let caFile: String?
  let proxy: String?
  let timeout: Duration

  init(_ configuration: PushConfiguration, _ destination: DestinationName) throws(PushError) {
    (origin, isLoopback, host) = try configuration.origin(of: destination)
    caFile = configuration.caFile
    proxy = configuration.proxy
    timeout = configuration.requestTimeout
  }
}
