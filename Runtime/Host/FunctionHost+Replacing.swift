import Edge

extension FunctionHost {
  /// Checks functions and settings that are to replace the present ones. Nothing changes yet. Settings that cannot
  /// change while the host serves have no effect.
  ///
  /// - Throws: ``CatalogueError``, whose text says what is wrong, where, and what to do.
  package func state(
    of functions: ServedFunctions, _ configuration: HostConfiguration
  ) throws(CatalogueError) -> ServedState {
    try source.state(of: functions, configuration)
  }

  /// Serves checked functions and settings from the next request on. Requests in hand keep those that they found.
  package func serve(_ state: ServedState) {
    dispatcher.served.replace(with: state)
  }
}
