import Curl
package import Database
package import Edge
package import Logging

/// The services that the host lends to its handlers of paths.
package struct HandlerServices: Sendable {
  package let configuration: HostConfiguration
  package let database: Database
  package let http: HTTPClient
  package let clock: WallClock
  package let logger: Logger
  let authorizer: Authorizer
  /// The host's own handlers: `/storage/v1` on the embedded storage, if there is no project.
  package let own: PathHandlers
  /// Returns the start of the host's URLs, without a slash at the end. It is known once the host listens.
  package let base: @Sendable () -> String
}
