package import Edge

/// The services of one call, and the end of its background work.
package struct CallSupport: Sendable {
  /// The services that the handler may use.
  package let services: Services
  /// Whether the call has begun no background work.
  package let isIdle: @Sendable () -> Bool
  /// Waits until the background work that the call has begun has ended.
  package let finish: @Sendable () async -> Void
}
