/// Waits until its task is cancelled.
///
/// - Throws: `CancellationError`.
func untilCancelled() async throws {
  let (never, continuation) = AsyncStream<Void>.makeStream()
  for await _ in never {}
  withExtendedLifetime(continuation) {}
  try Task.checkCancellation()
}
