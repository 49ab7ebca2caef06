package import FoundationEssentials

/// The configuration of the gateway, as plain values.
package struct GatewayConfiguration: Sendable, Hashable {
  /// The answer to unknown names at `/functions/v1`.
  package enum UnknownFunctions: String, CaseIterable, Sendable {
    /// 404.
    case refuse
    /// The project's answer.
    case forward
  }

  /// Whether the host answers for the project's services at all: with false their paths are 404.
  package var isEnabled = true
  /// The answer to unknown names at `/functions/v1`, with a project.
  package var unknownFunctions = UnknownFunctions.refuse
  /// The servers that replace the project, by service. Such a server takes the path below the service's prefix.
  package var addresses: [GatewayService: URL] = [:]
  /// The longest wait for a server: for the head of its response, between two parts of the response's body, and for a
  /// part of the request's body to be sent; in seconds.
  package var idleTimeout: Double = 150

  /// The defaults: every service at the project, if there is one.
  package init() {}
}
