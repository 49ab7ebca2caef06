import Edge
import Glibc
import HTTPTypes

/// An error response for a signed file, in the form of Supabase's storage server: `{"statusCode","error","message"}`.
struct StorageRefusal: Error {
  let statusCode: Int
  let error: String
  let message: String

  static let invalidSignature = StorageRefusal(statusCode: 400, error: "InvalidJWT", message: "invalid signature")
  static let expired = StorageRefusal(
    statusCode: 400, error: "InvalidJWT", message: "\"exp\" claim timestamp check failed")
  static let notFound = StorageRefusal(statusCode: 404, error: "not_found", message: "Object not found")
  static let preconditionFailed = StorageRefusal(
    statusCode: 412, error: "PreconditionFailed", message: "The file is not the one that the request is about")
  static let rangeNotSatisfiable = StorageRefusal(
    statusCode: 416, error: "InvalidRange", message: "The file has none of the bytes that the request is about")
  static let unavailable = StorageRefusal(
    statusCode: 503, error: "Unavailable", message: "The host is at its limit, try again later")
  static let failed = StorageRefusal(statusCode: 500, error: "InternalError", message: "The file cannot be read")

  var response: Response {
    let body: JSONObject = [
      "statusCode": .string("\(statusCode)"), "error": .string(error), "message": .string(message),
    ]
    var response = Response(json: body.json, status: .init(code: statusCode))
    if statusCode == 503 { response.headers[.retryAfter] = "1" }
    return response
  }
}

extension StorageRefusal {
  /// The refusal for a file that cannot be opened.
  ///
  /// - Parameter error: the system's error code.
  init(openFailedWith error: CInt) {
    self =
      switch error {
      case ENOENT, ENOTDIR, ELOOP, EACCES, EPERM, ENAMETOOLONG, ENXIO, ENODEV: .notFound
      case EMFILE, ENFILE, ENOMEM: .unavailable
      default: .failed
      }
  }
}
