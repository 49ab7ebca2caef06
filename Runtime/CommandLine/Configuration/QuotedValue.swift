/// A configured text as errors quote it: short, and without what may be a password.
struct QuotedValue: CustomStringConvertible {
  /// The text in quotation marks.
  let description: String

  init(_ text: String) {
    description = "\"\(Self.masked(text[...]).prefix(60))\""
  }

  /// Masks the login of an address, which ends at the last @, and its query and fragment.
  private static func masked(_ text: Substring) -> String {
    let scheme = text[..<(text.firstRange(of: "://")?.upperBound ?? text.startIndex)]
    var rest = text[scheme.endIndex...]
    var login = ""
    if let at = rest.lastIndex(of: "@"), !scheme.isEmpty || rest[..<at].contains(":") {
      rest = rest[at...]
      login = "•••"
    }
    guard !scheme.isEmpty, let end = rest.firstIndex(where: { $0 == "?" || $0 == "#" }) else {
      return "\(scheme)\(login)\(rest)"
    }
    return "\(scheme)\(login)\(rest[...end])•••"
  }
}
