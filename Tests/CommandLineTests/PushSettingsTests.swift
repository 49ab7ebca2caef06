import APNs
import Cryptography
import Edge
import Foundation
import Host
import Testing

@testable import Swiftlet

@Suite struct PushSettingsTests {
  private static let pem = P256PrivateKey().pem
  private static let whole = [
    "APNS_KEY_ID": "ABC123DEFG", "APNS_TEAM_ID": "TEAM123456", "APNS_PRIVATE_KEY": pem, "APNS_TOPIC": "app.example",
  ]

  /// A key of the right kind in a file.
  static func keyFile(in folder: TemporaryFolder) throws -> String { try folder.write("AuthKey.p8", pem) }

  @Test func withoutAKeyPushesGoToASimulator() throws {
    let loaded = try Loading().load()
    #expect(loaded.push.target == .simulator)
    #expect(loaded.push.credentials == nil)
    #expect(loaded.push.topic == "com.example.app")
    #expect(loaded.push.environment == .sandbox)
    #expect(!loaded.push.reachesPhones)
    #expect(loaded.shown("apns.topic") == "com.example.app")
    #expect(loaded.shown("apns.url") == "(a simulator in the host)")
  }

  /// Each bundle may have a topic of its own.
  @Test func theSimulatorAcceptsAnyTopicUnlessOneIsConfigured() throws {
    let topics = "[apns.topics]\nother = \"app.other\""
    #expect(try Loading(config: topics).load().push.acceptedTopics == [])
    let configured = try Loading(config: topics, environment: ["APNS_TOPIC": "app.configured"])
    #expect(try configured.load().push.acceptedTopics == ["app.configured", "app.other"])
  }

  @Test func withAKeyTheyGoToApple() throws {
    let loaded = try Loading(environment: Self.whole).load()
    #expect(loaded.push.target == .apple)
    #expect(loaded.push.reachesPhones)
    #expect(loaded.push.credentials?.keyID == "ABC123DEFG")
    #expect(loaded.push.credentials?.teamID == "TEAM123456")
    #expect(loaded.push.topic == "app.example")
    #expect(loaded.push.environment == .sandbox)
  }

  @Test func theKeyIsMaskedEverywhere() throws {
    let loaded = try Loading(environment: Self.whole).load()
    #expect(loaded.shown("apns.private_key") == "•••• (\(Self.pem.count) chars)")
    let secret = try #require(Self.pem.split(separator: "\n").dropFirst().first)
    #expect(!loaded.entries.map(\.value).joined().contains(secret))
    #expect(!"\(loaded.push)".contains(secret))
    var dumped = ""
    dump(loaded.push, to: &dumped)
    #expect(!dumped.contains(secret))
    #expect(!loaded.host.secrets.contains { $0.key.hasPrefix("APNS_") || $0.value.contains(secret) })
  }

  @Test func theFileHasAllSettingsExceptTheKey() throws {
    let loading = try Loading(
      config: """
        [apns]
        key_id = "ABC123DEFG"
        team_id = "TEAM123456"
        private_key_path = "AuthKey.p8"
        topic = "app.example"
        environment = "production"
        """)
    _ = try Self.keyFile(in: loading.folder)
    let loaded = try loading.load()
    #expect(loaded.push.credentials?.keyID == "ABC123DEFG")
    #expect(loaded.push.environment == .production)
    #expect(loaded.origin(of: "apns.key_id") == "config.toml [apns] key_id")
    #expect(loaded.shown("apns.private_key_path")?.hasSuffix("/AuthKey.p8") == true)
    #expect(loaded.warnings == [])
  }

  @Test func aKeySpansLinesOrEscapesThem() throws {
    let oneLine = Self.pem.replacing("\n", with: "\\n")
    for text in [Self.pem, oneLine] {
      let env = Self.whole.merging(["APNS_PRIVATE_KEY": text]) { $1 }
      #expect(try Loading(environment: env).load().push.credentials?.keyID == "ABC123DEFG")
      let file = env.map { "\($0)=\"\($1)\"" }.joined(separator: "\n")
      #expect(try Loading(env: file).load().push.credentials?.keyID == "ABC123DEFG")
    }
  }

  @Test(arguments: ["APNS_KEY_ID", "APNS_TEAM_ID", "APNS_PRIVATE_KEY", "APNS_TOPIC"])
  func halfAKeyIsRefusedWithWhatIsMissing(_ missing: String) throws {
    let failure = try Loading(environment: Self.whole.filter { $0.key != missing }).failure()
    let named = missing == "APNS_PRIVATE_KEY" ? "APNS_PRIVATE_KEY or APNS_PRIVATE_KEY_PATH" : missing
    #expect(failure.code == .configuration)
    #expect(failure.message.hasSuffix(", but not \(named)"), "\(failure)")
    for name in Self.whole.keys where name != missing { #expect(failure.message.contains("environment \(name)")) }
    #expect(failure.hint?.contains("simulator") == true)
  }

  @Test func allThatIsMissingIsNamedAtOnce() throws {
    #expect(
      try Loading(config: "[apns]\nkey_id = \"ABC123DEFG\"").failure().message
        == """
        Apple's push key is incomplete: config.toml [apns] key_id is set, but not APNS_TEAM_ID, APNS_PRIVATE_KEY or \
        APNS_PRIVATE_KEY_PATH, APNS_TOPIC
        """)
  }

  @Test func idsOfAnotherFormAreRefused() throws {
    for name in ["APNS_KEY_ID", "APNS_TEAM_ID"] {
      for id in ["abc123defg", "ABC123", "ABC123DEFGH", "ABC123-EFG"] {
        let failure = try Loading(environment: Self.whole.merging([name: id]) { $1 }).failure()
        #expect(failure.message.contains("(environment \(name)) cannot be used. It must be the ten"), "\(failure)")
      }
    }
  }

  @Test(arguments: ["app_example", "app example", "äpp.example", String(repeating: "a", count: 256)])
  func aMalformedTopicIsRefused(_ topic: String) throws {
    let failure = try Loading(environment: Self.whole.merging(["APNS_TOPIC": topic]) { $1 }).failure()
    #expect(failure.code == .configuration)
    #expect(failure.message.contains("APNS_TOPIC"), "\(failure)")
    #expect(failure.message.contains("expected a bundle id"), "\(failure)")
  }

  @Test func aMalformedKeyIsRefusedAndNotShown() throws {
    // A key on P-384, which openssl has made for this test.
    let other = """
      -----BEGIN PRIVATE KEY-----
      MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDDAbKi+z35IubY9/5tH
      jJf1qN8T6QxjtNy53KjBkc4DPTZwH4EhgZ+X9QDuV7fdQiyhZANiAATE3Ahit0SX
      2xjDYbQf92z4pnbfOCOkEAlMHWfmaUhg8GMVnDsiEmDn4p9ZEqXX521H6Nets58J
      qNaLMBgnjzuhRH7JjHIrSZRPZas0YTCU6PTcjhxM+5j0ECX2tkaWprA=
      -----END PRIVATE KEY-----
      """
    for (text, reason) in [(other, "P-384"), ("hunter2", "-----BEGIN"), (String(Self.pem.prefix(60)), "cut off")] {
      let failure = try Loading(environment: Self.whole.merging(["APNS_PRIVATE_KEY": text]) { $1 }).failure()
      #expect(failure.code == .configuration)
      #expect(failure.message.hasPrefix("The private key (environment APNS_PRIVATE_KEY) cannot be used."), "\(failure)")
      #expect(failure.message.contains(reason), "\(failure)")
      #expect(!"\(failure)".contains("hunter2"))
      #expect(!"\(failure)".contains(text.split(separator: "\n").dropFirst().first ?? "hunter2"))
    }
  }

  @Test func aKeyFileThatCannotBeReadIsRefused() throws {
    var environment = Self.whole
    environment["APNS_PRIVATE_KEY"] = nil
    for path in ["/nowhere/AuthKey.p8", "/"] {
      environment["APNS_PRIVATE_KEY_PATH"] = path
      let failure = try Loading(environment: environment).failure()
      #expect(failure.message == "environment APNS_PRIVATE_KEY_PATH names \(path), which cannot be read")
      #expect(failure.code == .configuration)
    }
  }

  @Test func theKeyOutweighsItsPath() throws {
    let loaded = try Loading(
      environment: Self.whole.merging(["APNS_PRIVATE_KEY_PATH": "/nowhere"]) { $1 }
    ).load()
    #expect(loaded.push.credentials != nil)
    #expect(loaded.warnings == ["APNS_PRIVATE_KEY and APNS_PRIVATE_KEY_PATH are both set: the first one counts."])
  }

  @Test func onlyHTTPSAddressesAreAccepted() throws {
    for url in ["http://127.0.0.1:2197", "127.0.0.1:2197", "https://", "https://host/3/device", "https://u:p@host"] {
      let failure = try Loading(environment: ["APNS_URL": url]).failure()
      #expect(failure.message.contains("expected an https address with nothing after the port"), "\(failure)")
    }
  }

  @Test func aServerOnThisMachineNeedsNoKey() throws {
    for url in ["https://127.0.0.1:2197", "https://localhost:2197/", "https://[::1]:2197"] {
      let push = try Loading(environment: ["APNS_URL": url, "APNS_TOPIC": "app.example"]).load().push
      #expect(push.target == .server(url: url.hasSuffix("/") ? String(url.dropLast()) : url))
      #expect(push.credentials == nil)
      #expect(push.topic == "app.example")
      #expect(!push.reachesPhones)
    }
  }

  @Test func aRemoteServerNeedsAKey() throws {
    let url = "https://push.example.com"
    let failure = try Loading(environment: ["APNS_URL": url]).failure()
    #expect(failure.message.contains("environment APNS_URL is set, but not APNS_KEY_ID"), "\(failure)")
    let push = try Loading(environment: Self.whole.merging(["APNS_URL": url]) { $1 }).load().push
    #expect(push.target == .server(url: url))
    #expect(push.reachesPhones)
  }

  @Test func theCertificatesFileMustExist() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("ca.pem", "no certificate")
    for (path, reason) in [("/nowhere.pem", "cannot be read"), (path, "holds no certificate in PEM")] {
      let failure = try Loading(environment: ["APNS_CA_FILE": path]).failure()
      #expect(failure.message == "environment APNS_CA_FILE names \(path), which \(reason)")
    }
    try folder.write("ca.pem", "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n")
    #expect(try Loading(environment: ["APNS_CA_FILE": path]).load().push.caFile == path)
  }

  @Test func anotherEnvironmentIsRefused() throws {
    #expect(
      try Loading(environment: ["APNS_ENVIRONMENT": "prod"]).failure().message
        == "environment APNS_ENVIRONMENT is \"prod\": expected one of sandbox, production")
    #expect(try Loading(config: "[apns]\nenvironment = 1").failure().message.contains("[apns] environment"))
  }

  @Test func unknownKeysAreNamed() throws {
    let warnings = try Loading(config: "[apns]\nbundle = \"x\"\nprivate_key = \"x\"").load().warnings
    #expect(warnings.count == 2)
    #expect(warnings.contains { $0.hasPrefix("config.toml: unknown key 'bundle' in [apns]; known keys: ") })
    #expect(warnings.contains { $0.hasPrefix("config.toml: unknown key 'private_key' in [apns]; known keys: ") })
    #expect(try Loading(config: "apns = 1").failure().message.contains("[apns]"))
  }
}
