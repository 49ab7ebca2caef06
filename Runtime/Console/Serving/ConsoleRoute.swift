import Edge
import HTTPTypes

/// The route of a request to the console.
enum ConsoleRoute: Hashable {
  /// `/console`, which leads to the overview.
  case root
  case asset(String)
  case loginForm, login
  case enter
  case logout
  case page(Section, path: [String])
  case action(Section, name: String)
  case unknown

  /// - Parameter parts: the parts of the path below `/console`, decoded.
  init(_ method: HTTPRequest.Method, _ parts: [String]) {
    let isReading = method == .get || method == .head
    switch (parts.first, parts.count) {
    case (nil, _) where isReading: self = .root
    case ("assets", 2) where isReading: self = .asset(parts[1])
    case ("login", 1) where isReading: self = .loginForm
    case ("login", 1) where method == .post: self = .login
    case ("enter", 1) where isReading: self = .enter
    case ("logout", 1) where method == .post: self = .logout
    case (let name?, let count):
      guard let section = Section(rawValue: name) else {
        self = .unknown
        return
      }
      if isReading {
        self = .page(section, path: Array(parts.dropFirst()))
      } else if method == .post, count == 3, parts[1] == "actions" {
        self = .action(section, name: parts[2])
      } else {
        self = .unknown
      }
    default: self = .unknown
    }
  }
}
