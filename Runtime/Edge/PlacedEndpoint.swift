/// An endpoint whose calls may wait for a place, such as one of its workers.
///
/// A caller that holds something which others need, such as a transaction, gets the place before.
package protocol PlacedEndpoint: Endpoint {
  /// Takes a place without a wait.
  ///
  /// - Returns: nil if the call has to wait.
  func takePlace(for invocation: Invocation) -> CallPlace?

  /// Waits for a place.
  ///
  /// - Throws: `CancellationError`; ``WorkerFailure`` if no place becomes free within the time that calls may wait.
  nonisolated(nonsending) func place(for invocation: Invocation) async throws -> CallPlace
}
