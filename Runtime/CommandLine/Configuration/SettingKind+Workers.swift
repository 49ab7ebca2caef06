import Edge

extension SettingKind where Value == String {
  /// A name as those of functions.
  static var name: Self {
    Self(
      expected: "a name of letters, digits, _ and -, a letter first", text: onlyText,
      read: { FunctionName.isValid($0) ? $0 : nil }, write: { $0 })
  }
}

extension SettingKind where Value == [String] {
  /// Names of servers that a function may call.
  static var hosts: Self {
    Self(
      expected: "names or addresses of servers, such as [\"api.example.com\", \"*.example.org:8443\", \"10.0.0.0/8\"]",
      text: { node in
        guard case .array(let elements) = node else { return nil }
        let texts = elements.compactMap { element in SettingKind<String>.onlyText(element) }
        return texts.count == elements.count ? texts.joined(separator: ",") : nil
      },
      read: { text in
        let names = text.split(separator: ",").map(String.init)
        return (try? AllowedHosts(names)) == nil ? nil : names
      },
      write: { $0.isEmpty ? "(none)" : $0.joined(separator: ", ") })
  }
}
