import ArgumentParser

/// A package's name, and the name of its module made from it.
struct PackageName: Hashable {
  /// `my-functions`.
  let text: String
  /// `MyFunctions`.
  let module: String

  /// Modules that the package would stand beside.
  private static let taken: Set<String> = [
    "CCurl", "CSQLite", "Cryptography", "Curl", "Database", "Edge", "Foundation", "Functions", "HTTPTypes", "Host",
    "Logging", "Metrics", "Swift", "Swiftlet", "SwiftletTesting", "Testing",
  ]

  /// - Throws: `ValidationError` if the text is no usable name.
  init(_ text: String) throws {
    let isUsable = text.utf8.allSatisfy { byte in
      byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    guard isUsable, let first = text.first, first.isLetter else {
      throw ValidationError("\"\(text)\" names no package: letters, digits, - and _, a letter first")
    }
    let module = text.split { $0 == "-" || $0 == "_" }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    guard !Self.taken.contains(module) else {
      throw ValidationError("The name \(text) makes the module \(module), and there is one of that name already")
    }
    self.text = text
    self.module = module
  }
}
