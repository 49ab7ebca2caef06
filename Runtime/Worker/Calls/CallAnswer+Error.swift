package import Channel
import Edge
import Wire

extension CallAnswer {
  /// The longest text of an error, in Unicode scalars.
  private static let longestText = 10_000

  /// The form of an error that a handler threw.
  package init(error: any Error) {
    switch error {
    case let error as AdmissionError: self = .admission(error.reason)
    case let error as FunctionError: self = .functionError(error)
    case let error as JobError: self = .jobError(error)
    case let error as DatabaseError: self = .databaseError(error)
    case is CancellationError: self = .cancelled
    case let error as RemoteError:
      self = .failed(type: error.type, text: error.description.cut(toScalars: Self.longestText))
    default: self = .failed(type: "\(type(of: error))", text: "\(error)".cut(toScalars: Self.longestText))
    }
  }
}
