import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// Runs a test only where there is the system's Python.
  static var withPython: Self {
    .enabled("needs /usr/bin/python3") { FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") }
  }
}
