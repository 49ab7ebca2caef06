import Cryptography
import FoundationEssentials

/// The hash of a password, by scrypt. Its text has the PHC string format: `$scrypt$ln=15,r=8,p=1$<salt>$<hash>`.
struct PasswordHash: Hashable, Sendable {
  private static let saltLength = 16
  private static let hashLength = 32

  private let cost: Scrypt.Cost
  private let salt: [UInt8]
  private let hash: [UInt8]

  /// The text to store.
  var text: String {
    "$scrypt$ln=\(cost.logN),r=\(cost.blockSize),p=\(cost.parallelisation)$\(Self.base64(salt))$\(Self.base64(hash))"
  }

  /// Reads a stored text; nil if it is malformed.
  init?(text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt" else { return nil }
    let parameters = parts[2].split(separator: ",", omittingEmptySubsequences: false)
    let numbers = zip(parameters, ["ln=", "r=", "p="]).compactMap { text, name in
      text.hasPrefix(name) ? Int(text.dropFirst(name.count)) : nil
    }
    guard parameters.count == 3, numbers.count == 3,
      let cost = Scrypt.Cost(logN: numbers[0], blockSize: numbers[1], parallelisation: numbers[2]),
      let salt = Self.bytes(parts[3]), let hash = Self.bytes(parts[4]), (16...64).contains(hash.count)
    else { return nil }
    self.cost = cost
    self.salt = salt
    self.hash = hash
  }

  /// Hashes a new password with a random salt.
  ///
  /// - Throws: `CryptographyError` if there is too little memory.
  init(of password: String) throws {
    try self.init(of: password, salt: (0..<Self.saltLength).map { _ in UInt8.random(in: .min ... .max) })
  }

  private init(of password: String, salt: [UInt8]) throws {
    cost = .password
    self.salt = salt
    hash = try Scrypt.derive([UInt8](password.utf8), salt: salt, cost: .password, count: Self.hashLength)
  }

  /// Whether a stored hash is that of a password. For nil the answer is no, after the same computing time.
  ///
  /// - Throws: `CryptographyError` if there is too little memory.
  static func isPassword(_ password: String, of stored: String?) throws -> Bool {
    guard let known = stored.flatMap(PasswordHash.init(text:)) else {
      _ = try PasswordHash(of: password, salt: [UInt8](repeating: 0, count: saltLength))
      return false
    }
    let hash = try Scrypt.derive(
      [UInt8](password.utf8), salt: known.salt, cost: known.cost, count: known.hash.count)
    // Digests are compared in constant time.
    return SHA256Digest(of: hash.span) == SHA256Digest(of: known.hash.span)
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let text = Data(bytes).base64EncodedString()
    return String(text.prefix { $0 != "=" })
  }

  private static func bytes(_ text: Substring) -> [UInt8]? {
    guard !text.contains("=") else { return nil }
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return Data(base64Encoded: text + padding).map { [UInt8]($0) }
  }
}
