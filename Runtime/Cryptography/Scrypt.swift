import COpenSSL

/// Derives keys from passwords by scrypt (RFC 7914), which costs memory as well as time.
package enum Scrypt {
  /// The cost of a derivation.
  package struct Cost: Hashable, Sendable {
    /// The binary logarithm of the cost parameter N, 1 to 20.
    package let logN: Int
    /// The block size r, 1 to 32. A derivation needs 128 · N · r bytes of memory.
    package let blockSize: Int
    /// The parallelisation p, 1 to 16.
    package let parallelisation: Int

    /// The cost of hashing a password: 32 MiB, and some 60 to 90 ms of a core.
    package static let password = Cost(15, 8, 1)

    private init(_ logN: Int, _ blockSize: Int, _ parallelisation: Int) {
      self.logN = logN
      self.blockSize = blockSize
      self.parallelisation = parallelisation
    }

    /// A cost; nil if a parameter is out of its range.
    package init?(logN: Int, blockSize: Int, parallelisation: Int) {
      guard (1...20).contains(logN), (1...32).contains(blockSize), (1...16).contains(parallelisation) else {
        return nil
      }
      self.init(logN, blockSize, parallelisation)
    }

    /// The memory of a derivation, with OpenSSL's own blocks.
    fileprivate var memory: UInt64 { UInt64(128 * blockSize) * (UInt64(1) << UInt64(logN)) + (4 << 20) }
  }

  /// Derives 1 to 1024 bytes. Password and salt may be empty.
  ///
  /// - Throws: ``CryptographyError`` with ``CryptographyError/Code/notDerived`` if libcrypto cannot allocate the
  ///   memory.
  package static func derive(
    _ password: [UInt8], salt: [UInt8], cost: Cost, count: Int
  ) throws(CryptographyError) -> [UInt8] {
    precondition((1...1024).contains(count))
    var derived = [UInt8](repeating: 0, count: count)
    let status = unsafe EVP_PBE_scrypt(
      password.map(CChar.init(bitPattern:)), password.count, salt, salt.count, UInt64(1) << UInt64(cost.logN),
      UInt64(cost.blockSize), UInt64(cost.parallelisation), cost.memory, &derived, count)
    guard status == 1 else { throw CryptographyError(.notDerived, "it was not hashed: there is too little memory") }
    return derived
  }
}
