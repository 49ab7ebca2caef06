import Edge
import HTTPTypes

/// Why a signed file is not given, in the shape of Supabase's storage server: `{"statusCode","error","message"}`.
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

  var response: Response {
    let body = OrderedObject([("statusCode", "\(statusCode)"), ("error", error), ("message", message)])
    return Response(json: body.json, status: .init(code: statusCode))
  }
}
