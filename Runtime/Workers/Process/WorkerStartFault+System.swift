import Glibc
import FoundationEssentials

extension WorkerStartFault {
  /// A step that the system refused, with its error number.
  init(step: String, _ error: Int32) {
    self.init("\(step): \(unsafe String(cString: strerror(error)))", error: error)
  }
}
