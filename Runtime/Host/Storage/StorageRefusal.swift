import Edge
import Glibc
import HTTPTypes

/// An error response of the storage, in the form of Supabase's storage server: `{"statusCode","error","message"}`.
package struct StorageRefusal: Error, Equatable {
  /// The status in the body.
  let statusCode: Int
  /// The error's name for programs.
  let error: String
  /// A sentence for people.
  package let message: String

  static let invalidSignature = StorageRefusal(statusCode: 400, error: "InvalidJWT", message: "invalid signature")
  static let expired = StorageRefusal(
    statusCode: 400, error: "InvalidJWT", message: "\"exp\" claim timestamp check failed")
  static let notFound = StorageRefusal(statusCode: 404, error: "not_found", message: "Object not found")
  static let noBucket = StorageRefusal(statusCode: 404, error: "Bucket not found", message: "Bucket not found")
  static let exists = StorageRefusal(statusCode: 409, error: "Duplicate", message: "The resource already exists")
  static let preconditionFailed = StorageRefusal(
    statusCode: 412, error: "PreconditionFailed", message: "The file is not the one that the request is about")
  static let rangeNotSatisfiable = StorageRefusal(
    statusCode: 416, error: "InvalidRange", message: "The file has none of the bytes that the request is about")
  static let unavailable = StorageRefusal(
    statusCode: 503, error: "Unavailable", message: "The host is at its limit, try again later")
  static let failed = StorageRefusal(
    statusCode: 500, error: "InternalError", message: "The file system failed: see the host's log")
  static let diskFull = StorageRefusal(
    statusCode: 507, error: "InsufficientStorage", message: "The host has no room for the file")

  static func invalidKey(_ key: String) -> StorageRefusal {
    StorageRefusal(statusCode: 400, error: "InvalidKey", message: "Invalid key: \(key.prefix(256))")
  }

  static func invalid(_ message: String) -> StorageRefusal {
    StorageRefusal(statusCode: 400, error: "InvalidRequest", message: message)
  }

  static func denied(_ message: String) -> StorageRefusal {
    StorageRefusal(statusCode: 403, error: "Unauthorized", message: message)
  }

  static func tooLarge(limit: Int) -> StorageRefusal {
    StorageRefusal(
      statusCode: 413, error: "Payload too large",
      message: "The object exceeded the maximum allowed size of \(limit) bytes")
  }

  static func mediaType(_ message: String) -> StorageRefusal {
    StorageRefusal(statusCode: 415, error: "invalid_mime_type", message: message)
  }

  /// A request that this storage does not serve, with the settings that forward it.
  static func notOffered(_ message: String) -> StorageRefusal {
    StorageRefusal(
      statusCode: 501, error: "NotSupported",
      message: """
        \(message). To have /storage/v1 forwarded, set SUPABASE_URL to your project, or [gateway] storage to the address \
        of Supabase Storage.
        """)
  }

  /// The status of the response. Supabase's storage server answers 400 for the errors of a client, and has the actual
  /// status in the body alone (`src/http/error-handler.ts`). Clients show both. The statuses 408, 412, 416 and 429 are
  /// sent as they are: browsers and HTTP clients act on them.
  var status: HTTPResponse.Status {
    switch statusCode {
    case 400..<500 where ![408, 412, 416, 429].contains(statusCode): .badRequest
    default: .init(code: statusCode)
    }
  }

  var response: Response {
    let body: JSONObject = [
      "statusCode": .string("\(statusCode)"), "error": .string(error), "message": .string(message),
    ]
    var response = Response(json: body.json, status: status, headers: [.cacheControl: "no-store"])
    if statusCode == 503 { response.headers[.retryAfter] = "1" }
    return response
  }
}

extension StorageRefusal {
  /// The host's refusal of a request.
  init(_ refusal: FunctionError) {
    let words = refusal.code.rawValue.split(separator: "_").map { $0.prefix(1) + $0.dropFirst().lowercased() }
    self.init(statusCode: refusal.status.code, error: words.joined(), message: refusal.message)
  }

  /// The refusal for a file that cannot be opened, by the system's error code.
  init(openFailedWith error: CInt) {
    self =
      switch error {
      case ENOENT, ENOTDIR, ELOOP, EACCES, EPERM, ENAMETOOLONG, ENXIO, ENODEV: .notFound
      case EMFILE, ENFILE, ENOMEM: .unavailable
      default: .failed
      }
  }

  /// The refusal for a file or folder that cannot be written, by the system's error code.
  init(writeFailedWith error: CInt) {
    self =
      switch error {
      // Another file or folder, or a link, has the name of a part of the path.
      case EEXIST, ENOTDIR, EISDIR, ELOOP, ENOTEMPTY: .exists
      case ENOSPC, EDQUOT, EFBIG: .diskFull
      case EMFILE, ENFILE, ENOMEM: .unavailable
      default: .failed
      }
  }
}
