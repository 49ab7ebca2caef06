package import Edge

/// An error of a service, carried whole: the worker throws the same error that the service threw in the host.
package enum WireError: Message {
  case database(DatabaseError)
  case function(FunctionError)
  case push(PushError)
  case pushFault(PushFault)
  case http(HTTPClientError)
  case signedPayload(SignedPayloadError)
  case cancelled
  /// An error of any other type: the type's name, and a text for logs.
  case other(type: String, text: String)

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

  package init(from reader: inout MessageReader) throws(MessageFault) {
    switch try reader.read(UInt8.self) {
    case 0: self = .database(try DatabaseError(from: &reader))
    case 1: self = .function(try FunctionError(from: &reader))
    case 2: self = .push(try PushError(from: &reader))
    case 3: self = .pushFault(try PushFault(from: &reader))
    case 4: self = .http(try HTTPClientError(from: &reader))
    case 5: self = .signedPayload(try SignedPayloadError(from: &reader))
    case 6: self = .cancelled
    case 7: self = .other(type: try reader.readString(), text: try reader.readString())
    default: throw MessageFault("the kind of an error is not known")
    }
  }

  package func write(to writer: inout MessageWriter) {
    switch self {
    case .database(let error): writer.write(case: 0, error)
    case .function(let error): writer.write(case: 1, error)
    case .push(let error): writer.write(case: 2, error)
    case .pushFault(let error): writer.write(case: 3, error)
    case .http(let error): writer.write(case: 4, error)
    case .signedPayload(let error): writer.write(case: 5, error)
    case .cancelled: writer.write(case: 6)
    case .other(let type, let text): writer.write(case: 7, type, text)
    }
  }
}
