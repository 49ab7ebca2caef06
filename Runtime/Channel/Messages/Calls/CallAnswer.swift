package import Edge
package import HTTPTypes

/// The end of a call's handler: the payload of the worker's answer.
///
/// Each error is carried whole, so that the host answers as if the function ran in its own process.
package enum CallAnswer: Message {
  case response(status: HTTPResponse.Status, fields: HTTPFields, body: MessageBody)
  /// The error that the handler threw for its caller.
  case functionError(FunctionError)
  /// The function's access rule refused the caller.
  case admission(FunctionError)
  /// The handler's decision about its job.
  case jobError(JobError)
  /// An error of the database that the handler did not catch.
  case databaseError(DatabaseError)
  /// The handler ended because its task was cancelled.
  case cancelled
  /// Another error: the name of its type, and its text for the host's log.
  case failed(type: String, text: String)
  /// The unique key of an input for the queue; nil if it has none.
  case key(String?)

  package init(from reader: inout MessageReader) throws(MessageFault) {
    switch try reader.read(UInt8.self) {
    case 0:
      self = .response(
        status: try reader.readStatus(), fields: try reader.readFields(), body: try MessageBody(from: &reader))
    case 1: self = .functionError(try FunctionError(from: &reader))
    case 2: self = .admission(try FunctionError(from: &reader))
    case 3: self = .jobError(try JobError(from: &reader))
    case 4: self = .databaseError(try DatabaseError(from: &reader))
    case 5: self = .cancelled
    case 6: self = .failed(type: try reader.readString(), text: try reader.readString())
    case 7: self = .key(try Optional(from: &reader))
    default: throw MessageFault("the kind of an answer is not known")
    }
  }

  package func write(to writer: inout MessageWriter) {
    switch self {
    case .response(let status, let fields, let body):
      writer.write(0 as UInt8)
      writer.write(status)
      writer.write(fields)
      writer.write(body)
    case .functionError(let error): writer.write(case: 1, error)
    case .admission(let error): writer.write(case: 2, error)
    case .jobError(let error): writer.write(case: 3, error)
    case .databaseError(let error): writer.write(case: 4, error)
    case .cancelled: writer.write(case: 5)
    case .failed(let type, let text): writer.write(case: 6, type, text)
    case .key(let key): writer.write(case: 7, key)
    }
  }
}
