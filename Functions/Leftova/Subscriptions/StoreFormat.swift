import Edge
import Foundation

/// The forms of values in the notices of stores.
enum StoreFormat {
  /// An id as stores form them: visible ASCII characters, at most 128.
  ///
  /// - Parameter name: what the id is of, for the error.
  static func identifier(_ text: String, _ name: String) throws(FunctionError) -> String {
    guard (1...128).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .validation("The notice's \(name) is not 1 to 128 visible ASCII characters")
    }
    return text
  }

  /// An instant from the milliseconds since 1970.
  static func instant(_ milliseconds: Int64) -> Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
