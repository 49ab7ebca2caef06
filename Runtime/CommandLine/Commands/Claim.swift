import ArgumentParser
import Edge

/// A claim of the flag `--claim name=value`.
struct Claim: Hashable {
  let name: String
  let value: JSONValue

  /// The claims that other flags set.
  private static let taken: Set<String> = ["iss", "sub", "aud", "role", "iat", "exp"]

  /// - Throws: `ValidationError` if the text has no name, or the name of a claim that another flag sets.
  init(_ text: String) throws {
    let named = try NamedValue(text, flag: "--claim")
    (name, value) = (named.name, named.value)
    guard !Self.taken.contains(name) else {
      throw ValidationError("--claim \(name): the token has that claim already; --role, --sub and --expires-in set it")
    }
  }
}
