import ArgumentParser
import Edge

/// A flag's `name=value`. The value is JSON if it parses as JSON, and text otherwise.
struct NamedValue: Hashable {
  let name: String
  let value: JSONValue

  /// - Throws: `ValidationError` if there is no name, or no `=`.
  init(_ text: String, flag: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw ValidationError("\(flag) is \"\(text)\": expected name=value")
    }
    name = String(parts[0])
    value = (try? Wire.decode(JSONValue.self, from: [UInt8](parts[1].utf8))) ?? .string(String(parts[1]))
  }
}

extension NamedValue {
  /// The claims that other flags set.
  private static let claimsOfFlags: Set<String> = ["iss", "sub", "aud", "role", "iat", "exp"]

  /// A claim of the flag `--claim name=value`.
  ///
  /// - Throws: `ValidationError` if the text has no name, or the name of a claim that another flag sets.
  init(claim text: String) throws {
    try self.init(text, flag: "--claim")
    guard !Self.claimsOfFlags.contains(name) else {
      throw ValidationError("--claim \(name): the token has that claim already; --role, --sub and --expires-in set it")
    }
  }
}
