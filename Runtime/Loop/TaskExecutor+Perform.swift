extension TaskExecutor {
  /// Runs a body of the current task on this executor; the task then returns to its own.
  ///
  /// `withTaskExecutorPreference` alone may not change the thread before the body's first suspension, because a
  /// nonisolated function begins on its caller's executor.
  package nonisolated(nonsending) func perform<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async rethrows -> Value {
    try await withTaskExecutorPreference(self) { try await moved(body) }
  }
}

@concurrent private func moved<Value: Sendable>(_ body: @Sendable () async throws -> Value) async rethrows -> Value {
  // Without a call here the compiler leaves out the change of executors.
  SystemThread.useSignalStack()
  return try await body()
}
