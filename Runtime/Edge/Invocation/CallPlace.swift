package import NIOCore

/// A place that is kept for one call, such as one of a worker.
package struct CallPlace: Sendable {
  /// The endpoint. Its next call runs at the place, and throws ``PlaceLost`` if the place is gone.
  package let endpoint: any Endpoint
  /// The time for which the call has waited for the place.
  package let waited: TimeAmount
  /// The user of the database whose share the call's connection counts to; nil for the program itself.
  package let user: String?
  private let release: @Sendable () -> Void

  /// - Parameter release: frees the place, unless the call has begun to run.
  package init(
    _ endpoint: any Endpoint, waited: TimeAmount = .nanoseconds(0), user: String? = nil,
    release: @escaping @Sendable () -> Void = {}
  ) {
    self.endpoint = endpoint
    self.waited = waited
    self.user = user
    self.release = release
  }

  /// Frees the place, unless the call has begun to run.
  package func giveUp() { release() }
}
