import Curl
package import Database
package import Edge
package import Logging

/// The services that the host lends to its handlers of paths.
package struct HandlerServices: Sendable {
  /// The host's configuration.
  package let configuration: HostConfiguration
  /// The host's database.
  package let database: Database
  /// The client for calls to other servers.
  package let http: HTTPClient
  /// The clock for dates and times.
  package let clock: WallClock
  /// The host's logger.
  package let logger: Logger
  /// Authenticates the senders of requests.
  let authorizer: Authorizer
  /// The host's own handlers: `/storage/v1` on the embedded storage, if there is no project.
  package let own: PathHandlers
  /// Returns the start of the host's URLs, without a slash at the end. It is known once the host listens.
  package let base: @Sendable () -> String
}
