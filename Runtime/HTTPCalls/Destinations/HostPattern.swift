/// One entry of `allow_hosts`: the servers that a function may call.
///
/// | entry | servers |
/// |---|---|
/// | `api.example.com` | the name |
/// | `*.example.com` | all names below `example.com`, but not the name itself |
/// | `*` | all names, and all public addresses |
/// | `10.1.2.3`, `[fd00::1]`, `10.0.0.0/8` | the addresses |
/// | `unix:/run/service.sock` | the Unix socket |
///
/// A port may follow after a colon: `api.example.com:8443`. Without one, all ports are meant.
package struct HostPattern: Sendable, Hashable {
  private enum Subject: Sendable, Hashable {
    case all
    case name(String)
    case below(String)
    case addresses(IPRange)
    case unixSocket(String)
  }

  private let subject: Subject
  private let port: UInt16?

  /// `*`.
  static let all = HostPattern(subject: .all, port: nil)

  private init(subject: Subject, port: UInt16?) { (self.subject, self.port) = (subject, port) }

  /// Reads an entry.
  ///
  /// - Throws: ``HostPatternError`` for a text in another form, such as a URL.
  package init(_ entry: String) throws(HostPatternError) {
    func error(_ reason: String) -> HostPatternError { HostPatternError(entry: entry, reason: reason) }
    if entry.hasPrefix("unix:") {
      let path = String(entry.dropFirst(5))
      guard path.hasPrefix("/"), !path.utf8.contains(0) else { throw error("needs an absolute path after 'unix:'") }
      (subject, port) = (.unixSocket(path), nil)
      return
    }
    guard !entry.contains("://") else { throw error("is a URL: name the host alone, as in 'api.example.com'") }
    let parts = Self.parts(entry.lowercased())
    if let text = parts.port {
      guard let number = UInt16(text), number > 0, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        throw error("has a port that is not a number from 1 to 65535")
      }
      port = number
    } else {
      port = nil
    }
    if parts.host == "*" {
      subject = .all
    } else if let range = IPRange(parts.host) {
      subject = .addresses(range)
    } else if parts.host.hasPrefix("*."), let name = HostName(String(parts.host.dropFirst(2))) {
      subject = .below("." + name.text)
    } else if let name = HostName(parts.host) {
      subject = .name(name.text)
    } else {
      throw error("is no host: a name, '*.' and a name, '*', an address or a range of addresses is expected")
    }
  }

  /// The host and the port of an entry. Only in brackets an address of IPv6 may have a port.
  private static func parts(_ entry: String) -> (host: String, port: Substring?) {
    if entry.hasPrefix("["), let end = entry.lastIndex(of: "]") {
      let rest = entry[entry.index(after: end)...]
      let host = String(entry[entry.index(after: entry.startIndex)..<end])
      // Only an address of IPv6 stands in brackets.
      guard host.contains(":"), rest.isEmpty || rest.hasPrefix(":") else { return (entry, nil) }
      return (host, rest.isEmpty ? nil : rest.dropFirst())
    }
    guard let colon = entry.firstIndex(of: ":"), colon == entry.lastIndex(of: ":") else { return (entry, nil) }
    return (String(entry[..<colon]), entry[entry.index(after: colon)...])
  }

  func matches(name: HostName, port: UInt16) -> Bool {
    guard self.port == nil || self.port == port else { return false }
    switch subject {
    case .all: return true
    case .name(let own): return name.text == own
    case .below(let suffix): return name.text.hasSuffix(suffix)
    case .addresses, .unixSocket: return false
    }
  }

  /// Whether the entry names an address itself. `*` names no address.
  func names(_ address: IPAddress, port: UInt16) -> Bool {
    guard self.port == nil || self.port == port, case .addresses(let range) = subject else { return false }
    return range.contains(address)
  }

  /// Whether the entry is `*` for a port.
  func isAll(port: UInt16) -> Bool { subject == .all && (self.port == nil || self.port == port) }

  /// Whether the entry names this machine by its name, `localhost`.
  func namesLocalhost(port: UInt16) -> Bool {
    subject == .name("localhost") && (self.port == nil || self.port == port)
  }

  func matches(unixSocket path: String) -> Bool { subject == .unixSocket(path) }
}
