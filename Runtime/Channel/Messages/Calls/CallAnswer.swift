package import Edge
package import HTTPTypes

/// The end of a call's handler: the payload of the worker's answer.
///
/// Each error is carried whole, so that the host answers as if the function ran in its own process.
package enum CallAnswer: Sendable {
  /// The handler's response.
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
}
