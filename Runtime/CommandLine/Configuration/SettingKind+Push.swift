import FoundationEssentials
import Wire

extension SettingKind where Value == String {
  /// A key in PEM. The two characters `\n` count as a line break, for variables that cannot span lines.
  static var pem: Self {
    Self(
      expected: "the text of Apple's .p8 file", text: { _ in nil },
      read: { $0.replacing("\\n", with: "\n") }, write: { $0 })
  }

  static var bundleID: Self {
    string(
      expected: "a bundle id: letters, digits, hyphens and dots, at most 255",
      accepts: { text in
        (1...255).contains(text.utf8.count)
          && text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
      })
  }

  /// The address of a server that speaks Apple's protocol, which needs TLS.
  static var pushURL: Self {
    Self(
      expected: "an https address with nothing after the port, such as https://127.0.0.1:2197",
      read: { text in
        let bare = text.withoutTrailingSlash
        guard let url = URL(string: bare), url.scheme == "https", url.host()?.isEmpty == false, url.path().isEmpty,
          url.user() == nil, url.password() == nil, url.query() == nil, url.fragment() == nil
        else { return nil }
        return bare
      },
      write: { $0 })
  }
}
