import Edge

extension SettingKind where Value == String {
  /// A name as those of functions.
  static var name: Self {
    string(expected: "a name of letters, digits, _ and -, a letter first", accepts: { FunctionName.isValid($0) })
  }
}

extension SettingKind where Value == [String] {
  private static var hostsExpected: String {
    "names or addresses of servers, such as [\"api.example.com\", \"*.example.org:8443\", \"10.0.0.0/8\"]"
  }

  /// Names of servers that a function may call.
  static var hosts: Self {
    var kind = list(
      expected: hostsExpected,
      split: { text in text.split(separator: ",").map(String.init) },
      accepts: { (try? AllowedHosts([$0])) != nil }, make: { $0 },
      write: { $0.isEmpty ? "(none)" : $0.joined(separator: ", ") })
    kind.explain = { name, text in
      do throws(HostPatternError) {
        _ = try AllowedHosts(text.split(separator: ",").map(String.init))
        return nil
      } catch {
        return Failure(
          .configuration, "\(name) has the element \(QuotedValue(error.entry)), which \(error.reason)",
          hint: "expected \(hostsExpected)")
      }
    }
    return kind
  }
}
