/// The address of a service, with the settings for reaching it.
struct ServiceAddress {
  /// `https://host:port`.
  let origin: String
  let host: String
  let isLoopback: Bool
  let caFile: String?
  let proxy: String?
  let timeout: Duration

  init(_ configuration: PushConfiguration, _ lane: LaneName) throws(PushError) {
    (origin, isLoopback, host) = try configuration.origin(of: lane)
    caFile = configuration.caFile
    proxy = configuration.proxy
    timeout = configuration.requestTimeout
  }
}
