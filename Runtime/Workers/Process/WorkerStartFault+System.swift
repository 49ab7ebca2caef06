import Loop

extension WorkerStartFault {
  /// A step that the system refused, with its error number.
  init(step: String, _ error: Int32) {
    self.init("\(step): \(SystemError(error))", error: error)
  }
}
