import ArgumentParser
import Wire

/// A package's name, and the module name that is made from it.
struct PackageName: Hashable {
  /// The package's name: `my-functions`.
  let text: String
  /// The module's name: `MyFunctions`.
  let module: String

  /// The names of Swiftlet's own modules and of those that they import.
  private static let taken: Set<String> = [
    "APNs", "CCurl", "CLoop", "CNGHTTP2", "COpenSSL", "CPostgres", "CProcess", "CSQLite", "Channel", "Cron",
    "Cryptography",
    "Curl", "Database", "Edge", "Engines", "Foundation", "Functions", "HTTPCalls", "HTTPServer", "HTTPTypes", "Host",
    "Jobs",
    "Logging", "Loop", "Metrics", "Push", "Scheduling", "Simulator", "Swift", "Swiftlet", "SwiftletTesting", "Testing",
    "Wire", "Worker", "Workers",
  ]

  /// - Throws: `ValidationError` if the text is not a package's name, or makes the name of an existing module.
  init(_ text: String) throws {
    let isUsable = text.utf8.allSatisfy { ASCII.isWord($0) || $0 == UInt8(ascii: "-") }
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
