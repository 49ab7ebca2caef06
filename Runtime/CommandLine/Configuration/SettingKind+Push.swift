import FoundationEssentials
import Wire

extension SettingKind where Value == String {
  /// A key in PEM. The two characters `\n` count as a line break, for variables that cannot span lines.
  static var pem: Self {
    Self(
      expected: "the text of Apple's .p8 file", text: { _ in nil },
      read: { $0.replacing("\\n", with: "\n") }, write: { $0 })
  }

  /// An app's bundle id.
  static var bundleID: Self {
    Self(
      expected: "a bundle id: letters, digits, hyphens and dots, at most 255", text: onlyText,
      read: { text in
        let fits = text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x2D || $0 == 0x2E }
        return fits && (1...255).contains(text.utf8.count) ? text : nil
      },
      write: { $0 })
  }

  /// The address of a server that speaks Apple's protocol, which needs TLS.
  static var pushURL: Self {
    Self(
      expected: "an https address with nothing after the port, such as https://127.0.0.1:2197", text: onlyText,
      read: { text in
        let bare = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard let url = URL(string: bare), url.scheme == "https", url.host()?.isEmpty == false, url.path().isEmpty,
          url.user() == nil, url.password() == nil, url.query() == nil, url.fragment() == nil
        else { return nil }
        return bare
      },
      write: { $0 })
  }
}
