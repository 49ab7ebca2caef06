import Edge

extension AnsweredError {
  /// Whether the response to an error is the function's own answer, which is stored. Others are the host's: the same
  /// request may be answered differently a moment later.
  static func isStored(_ error: any Error) -> Bool {
    switch error {
    case is CancellationError, is HostError, is AdmissionError, is WorkerFailure: return false
    case is KeyTaken, is PlaceLost: return false
    case let error as DatabaseError where error.code == .transactionTimedOut: return false
    default: break
    }
    return switch AnsweredError(error) {
    case .host(let answer): answer.code == HostError.functionError.code
    case .function: error is FunctionError
    }
  }
}
