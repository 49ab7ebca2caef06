import ArgumentParser
import Wire

/// A package's name, and the module name that is made from it.
struct PackageName: Hashable {
  /// The package's name: `my-functions`.
  let text: String
  /// The module's name: `MyFunctions`.
  let module: String

  /// The modules of Swiftlet's package.
  private static let own: Set<String> = [
    "APNs", "Auth", "CCurl", "CLoop", "CNGHTTP2", "COpenSSL", "CPostgres", "CProcess", "CSQLite", "Channel", "Console",
    "Cron", "Cryptography", "Curl", "Database", "Demo", "Edge", "Engines", "Functions", "Gateway", "HTTPCalls",
    "HTTPServer", "Host", "Jobs", "Loop", "OpenAPI", "Push", "Scheduling", "SeededRandom", "SigningChains", "Simulator",
    "Swiftlet", "SwiftletTesting", "Telemetry", "Wire", "Worker", "Workers",
  ]

  /// The modules of the packages that Swiftlet depends on.
  private static let dependencies: Set<String> = [
    "ArgumentParser", "ArgumentParserToolInfo", "AsyncAlgorithms", "Atomics", "CNIOAtomics", "CTOML", "Collections",
    "ConcurrencyHelpers", "CoreMetrics", "DequeModule", "HTTPTypes", "HTTPTypesFoundation", "InMemoryLogging",
    "Logging", "Metrics", "MetricsTestKit", "NIO", "NIOConcurrencyHelpers", "NIOCore", "NIOEmbedded", "NIOPosix",
    "OrderedCollections", "ServiceLifecycle", "ServiceLifecycleTestKit", "TOMLKit", "UnixSignals",
  ]

  /// The modules of Swift's toolchain.
  private static let toolchain: Set<String> = [
    "Cxx", "CxxStdlib", "Dispatch", "Distributed", "Foundation", "FoundationEssentials",
    "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "Glibc", "Observation", "RegexBuilder",
    "Runtime", "Swift", "Synchronization", "Testing", "XCTest",
  ]

  private static let taken = own.union(dependencies).union(toolchain)

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
