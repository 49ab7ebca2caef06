import FoundationEssentials

/// The first block of a text in PEM (RFC 7468): its label, and the base64 between its two lines.
///
/// It is parsed without libcrypto, which would ask for the password of an encrypted key on the terminal.
package struct PEMBlock: Hashable, Sendable {
  /// The error for a text without a block.
  package enum Problem: Error, Hashable, Sendable {
    /// The text is empty, or white space only.
    case isEmpty
    /// There is no line `-----BEGIN …-----`.
    case hasNoFirstLine
    /// There is no line `-----END …-----`.
    case hasNoLastLine
  }

  /// The label, such as `PRIVATE KEY`.
  package let label: String

  /// The characters between the first and the last line, without white space.
  package let base64: String

  /// Finds the first block of a text.
  package init(_ text: String) throws(Problem) {
    guard text.contains(where: { !$0.isWhitespace }) else { throw .isEmpty }
    guard let begin = text.firstRange(of: "-----BEGIN "),
      let beginEnd = text[begin.upperBound...].firstRange(of: "-----")
    else { throw .hasNoFirstLine }
    guard let end = text[beginEnd.upperBound...].firstRange(of: "-----END ") else { throw .hasNoLastLine }
    label = String(text[begin.upperBound..<beginEnd.lowerBound])
    base64 = String(text[beginEnd.upperBound..<end.lowerBound].filter { !$0.isWhitespace })
  }

  init(label: String, der: [UInt8]) {
    self.label = label
    base64 = Data(der).base64EncodedString()
  }

  /// The bytes; nil if the block is empty or is not base64.
  package var der: [UInt8]? { Data(base64Encoded: base64).flatMap { $0.isEmpty ? nil : [UInt8]($0) } }

  /// The block as text, in lines of 64 characters.
  package var text: String {
    let lines = stride(from: 0, to: base64.utf8.count, by: 64).map { base64.dropFirst($0).prefix(64) + "\n" }
    return "-----BEGIN \(label)-----\n\(lines.joined())-----END \(label)-----\n"
  }
}

extension PEMBlock {
  /// The bytes of the first block of a text, if it has one of these labels.
  static func der(of text: String, labels: Set<String>) throws(CryptographyError) -> [UInt8] {
    let block: PEMBlock
    do throws(Problem) { block = try PEMBlock(text) } catch {
      throw CryptographyError(.notPEM, "it is not in PEM")
    }
    // Older encrypted keys have the label of plain keys, and a header line (RFC 1421, section 4.6).
    guard block.label != "ENCRYPTED PRIVATE KEY", !block.base64.hasPrefix("Proc-Type:") else {
      throw CryptographyError(.encrypted, "it is encrypted with a password")
    }
    guard labels.contains(block.label) else {
      throw CryptographyError(.wrongKind, "it is not \(labels.sorted().joined(separator: " or "))")
    }
    guard let der = block.der else { throw CryptographyError(.damaged, "it is not base64 between its lines") }
    return der
  }
}
