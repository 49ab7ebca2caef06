import Wire

/// The lines that make a call from a shell and from Swift. They contain no token: a command makes one.
struct InvokeLines: Sendable {
  let request: InvokeRequest
  /// The start of the host's URLs, without a slash at the end.
  let base: String
  /// The name of the program, which makes tokens.
  let program: String

  /// The command that prints the caller's token.
  private var token: String {
    switch request.caller {
    case .anon: "\(program) token"
    case .serviceRole: "\(program) token --role service_role"
    case .user(let id): "\(program) token --sub \(id.lowercased)"
    }
  }

  var curl: String {
    var parts = ["curl -i -X \(request.method) \(Self.quoted(base + request.target))"]
    parts.append("-H \"Authorization: Bearer $(\(token))\"")
    if let body = request.body {
      parts.append("-H \(Self.quoted("Content-Type: \(request.contentType)"))")
      // Not `--data-binary`, for which a text that begins with `@` is the name of a file.
      parts.append("--data-raw \(Self.quoted(String(decoding: body, as: UTF8.self)))")
    }
    return parts.joined(separator: " \\\n  ")
  }

  /// Swift with Foundation. `token` is what the command in its first line prints.
  var swift: String {
    var lines = [
      "// \(token)",
      "var request = URLRequest(url: URL(string: \(Self.literal(base + request.target)))!)",
      "request.httpMethod = \(Self.literal(request.method))",
      "request.setValue(\"Bearer \\(token)\", forHTTPHeaderField: \"Authorization\")",
    ]
    if let body = request.body {
      lines.append("request.setValue(\(Self.literal(request.contentType)), forHTTPHeaderField: \"Content-Type\")")
      lines.append("request.httpBody = Data(\(Self.literal(String(decoding: body, as: UTF8.self))).utf8)")
    }
    lines.append("let (data, response) = try await URLSession.shared.data(for: request)")
    return lines.joined(separator: "\n")
  }

  /// A text as one word of a POSIX shell.
  private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }

  /// A text as a string literal of Swift, on one line. An apostrophe is escaped by the library, and need not be.
  private static func literal(_ text: String) -> String { String(reflecting: text).replacing(#"\'"#, with: "'") }
}
