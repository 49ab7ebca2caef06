/// The media types of files by the ending of their names.
package enum FileEnding {
  /// The media type by the ending of a path; `application/octet-stream` for an unknown one.
  package static func mediaType(of path: String) -> String {
    switch path.split(separator: ".").last?.lowercased() {
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "webp": "image/webp"
    case "gif": "image/gif"
    case "svg": "image/svg+xml"
    case "pdf": "application/pdf"
    case "json": "application/json"
    default: "application/octet-stream"
    }
  }
}
