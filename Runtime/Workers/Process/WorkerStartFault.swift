import Loop

/// The reason why a worker's process was not started.
package struct WorkerStartFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// What failed: `open /bundles/notes: No such file or directory`.
  package let description: String
  /// The system's error number; 0 for none.
  package let error: Int32

  package init(_ description: String, error: Int32 = 0) {
    self.description = description
    self.error = error
  }

  /// A step that the system refused, with its error number.
  init(step: String, _ error: Int32) { self.init("\(step): \(SystemError(error))", error: error) }
}
