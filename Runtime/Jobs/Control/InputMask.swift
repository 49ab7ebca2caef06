import Edge

/// Hides what in a job's input may be secret or personal, by the names of its fields, and keeps its structure.
///
/// A field counts as sensitive if one of the words of its name does: `apiKey`, `user_email`, `x-auth-token`. All that is below it is hidden too.
/// Hidden as well is a text without a field's name, a text that looks like a token, and what is longer than 200 characters.
enum InputMask {
  /// What stands in the place of a hidden value.
  static let mask = JSONValue.string("***")
  private static let maximumText = 200

  private static let words: Set<String> = [
    "token", "tokens", "jwt", "secret", "secrets", "password", "passwords", "passwd", "passphrase", "pwd", "pin", "otp",
    "code", "key", "keys", "apikey", "auth", "authorization", "bearer", "cookie", "cookies", "credential",
    "credentials",
    "signature", "email", "emails", "mail", "phone", "mobile", "tel", "firstname", "lastname", "surname", "fullname",
    "username", "birthday", "birthdate", "dob", "address", "street", "iban", "card", "cvv", "cvc", "ssn", "latitude",
    "longitude", "lat", "lng", "lon", "location",
  ]

  /// An input with what is sensitive replaced by `***`.
  static func masked(_ input: JSONValue) -> JSONValue {
    if case .string = input { return mask }
    return masked(below: input)
  }

  private static func masked(below value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members):
      .object(
        Dictionary(
          uniqueKeysWithValues: members.map { ($0, isSensitive($0) && $1 != .null ? mask : masked(below: $1)) }))
    case .array(let elements): .array(elements.map(masked(below:)))
    case .string(let text): looksSecret(text) ? mask : value
    default: value
    }
  }

  /// Whether a field's name says that its value is secret or personal.
  static func isSensitive(_ name: String) -> Bool {
    let words = words(of: name)
    if words.contains(where: Self.words.contains) { return true }
    // `first_name` as `firstname`.
    return zip(words, words.dropFirst()).contains { Self.words.contains($0 + $1) }
  }

  /// The words of a name, in small letters: `apiKey`, `api_key` and `API-Key` are `api` and `key`.
  private static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isInCapitals = false
    for character in name {
      if character.isUppercase, !isInCapitals { (words, word) = (words + [word], "") }
      isInCapitals = character.isUppercase
      guard character.isLetter else {
        (words, word) = (words + [word], "")
        continue
      }
      word += character.lowercased()
    }
    return (words + [word]).filter { !$0.isEmpty }
  }

  /// Whether a text is one that gives access, whatever its field is called.
  private static func looksSecret(_ text: String) -> Bool {
    text.utf8.count > maximumText
      || ["eyJ", "sb_secret_", "sk_", "Bearer ", "-----BEGIN "].contains { text.hasPrefix($0) }
  }
}
