package import Edge

/// An error of a service, carried whole: the worker throws the same error that the service threw in the host.
package enum WireError: Sendable {
  case database(DatabaseError)
  case function(FunctionError)
  case push(PushError)
  case pushFault(PushFault)
  case http(HTTPClientError)
  case signedPayload(SignedPayloadError)
  case cancelled
  /// An error of any other type: the type's name, and a text for logs.
  case other(type: String, text: String)

  /// The form of an error.
  package init(_ error: any Error) {
    switch error {
    case let error as DatabaseError: self = .database(error)
    case let error as FunctionError: self = .function(error)
    case let error as PushError: self = .push(error)
    case let error as PushFault: self = .pushFault(error)
    case let error as HTTPClientError: self = .http(error)
    case let error as SignedPayloadError: self = .signedPayload(error)
    case is CancellationError: self = .cancelled
    case let error as RemoteError: self = .other(type: error.type, text: error.description)
    default: self = .other(type: "\(type(of: error))", text: "\(error)")
    }
  }

  /// The error to throw.
  package var error: any Error {
    switch self {
    case .database(let error): error
    case .function(let error): error
    case .push(let error): error
    case .pushFault(let error): error
    case .http(let error): error
    case .signedPayload(let error): error
    case .cancelled: CancellationError()
    case .other(let type, let text): RemoteError(type: type, text: text)
    }
  }
}
