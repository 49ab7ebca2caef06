import Cryptography
import Edge
import HTTPTypes

/// A file of the console that is built into the program. Its name has the digest of its content, so browsers keep it
/// for good.
struct Asset: Sendable {
  /// The name: `3f2a….css`.
  let name: String
  private let content: [UInt8]
  private let type: String

  private init(_ content: [UInt8], extension suffix: String, type: String) {
    self.content = content
    self.type = type
    name = "\(SHA256Digest(of: content.span).hexadecimal.prefix(16)).\(suffix)"
  }

  var path: String { "/console/assets/\(name)" }

  var count: Int { content.count }

  static let style = Asset(PackageResources.console_css, extension: "css", type: "text/css; charset=utf-8")
  static let script = Asset(PackageResources.console_js, extension: "js", type: "text/javascript; charset=utf-8")
  static let icon = Asset(PackageResources.icon_svg, extension: "svg", type: "image/svg+xml")
  static let all = [style, script, icon]

  var response: Response {
    var response = Response.bytes(content, contentType: type)
    response.headers[.cacheControl] = "public, max-age=31536000, immutable"
    return response
  }
}
