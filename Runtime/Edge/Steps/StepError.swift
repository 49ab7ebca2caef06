import Database
import HTTPCalls

/// The text of a step's error: its kind, without any value.
enum StepError {
  static func kind(of error: any Error) -> String {
    let kind =
      switch error {
      case let error as DatabaseError: error.code.rawValue
      case let error as HTTPClientError: error.code.description
      case let error as FunctionError: error.code.rawValue
      case is CancellationError: "cancelled"
      default: "\(type(of: error))"
      }
    return kind.cut(toBytes: RunOperation.longestError)
  }
}
