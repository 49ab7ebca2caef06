internal import Logging
import Push

/// The configuration of a sender, with the logger and token sources that its destinations share.
struct PushSetup: Sendable {
  let configuration: PushConfiguration
  let logger: Logger
  let jitter: @Sendable () -> Double
  let tokens: [PushEnvironment: ProviderTokenSource]

  init(_ configuration: PushConfiguration, _ logger: Logger, jitter: @escaping @Sendable () -> Double) {
    self.configuration = configuration
    self.logger = logger
    self.jitter = jitter
    // Equal ids mean the same key. Apple limits the renewals per key, so both environments share one token.
    var shared: [String: ProviderTokenSource] = [:]
    tokens = configuration.credentials.mapValues { credentials in
      let key = "\(credentials.teamID) \(credentials.keyID)"
      let source = shared[key] ?? ProviderTokenSource(credentials: credentials)
      shared[key] = source
      return source
    }
  }
}
