import Console
import Host
import Testing

@testable import Swiftlet

@Suite struct ConsoleConfigurationTests {
  @Test func theConsoleIsOnOnLoopbackAlone() throws {
    let secret = ["SUPABASE_JWT_SECRET": "a secret of the tests, and of nothing else"]
    #expect(try Loading().load().hasConsole)
    #expect(try Loading(config: "[swiftlet]\nhost = \"localhost\"").load().hasConsole)
    #expect(try !Loading(config: "[swiftlet]\nhost = \"0.0.0.0\"", environment: secret).load().hasConsole)
    #expect(
      try !Loading(config: "[swiftlet]\ntrusted_proxies = [\"127.0.0.1\"]", environment: secret).load().hasConsole)
    #expect(try Loading(config: "[swiftlet]\nhost = \"0.0.0.0\"\n[console]\nenabled = true").load().hasConsole)
    #expect(try !Loading(environment: ["SWIFTLET_CONSOLE_ENABLED": "false"]).load().hasConsole)
    #expect(try Loading().load().shown("console.enabled") == "on loopback, without trusted proxies")
  }

  @Test func itsNamesAndKeysAreRead() throws {
    let key = "a-read-only-key-of-the-tests"
    let loaded = try Loading(
      config: "[console]\nhosts = [\"ops.example.com\", \"[fd00::1]\"]\nread_only_keys = [\"\(key)\"]"
    ).load()
    #expect(loaded.console.hosts == ["ops.example.com", "[fd00::1]"])
    #expect(loaded.console.readOnlyKeys == [key])
    #expect(loaded.warnings.isEmpty)
    #expect(loaded.entries.allSatisfy { !$0.value.contains(key) })
    let environment = ["SWIFTLET_CONSOLE_READ_ONLY_KEYS": "\(key), \(key)-2", "SWIFTLET_CONSOLE_HOSTS": "a.example,b"]
    let variables = try Loading(environment: environment).load()
    #expect(variables.console.readOnlyKeys == [key, "\(key)-2"])
    #expect(variables.console.hosts == ["a.example", "b"])
  }

  @Test(arguments: [
    "read_only_keys = [\"too short\"]", "read_only_keys = \"too short\"",
    "read_only_keys = [\"a-read-only-key with a space in it\"]",
    "read_only_keys = [\"a-read-only-key-of-the-tests\", \"a-read-only-key-of-the-tests\"]",
  ])
  func anUnusableKeyIsRefusedAndNotShown(_ line: String) throws {
    let failure = try Loading(config: "[console]\n\(line)").failure()
    #expect(failure.message.hasPrefix("config.toml [console] read_only_keys is not acceptable: expected keys"))
    #expect(!failure.message.contains("too short") && !failure.message.contains("a-read-only"))
  }

  @Test(arguments: ["https://a.example", "a.example:443", "a b", "fd00::1", ""])
  func anUnusableNameIsRefused(_ name: String) throws {
    let failure = try Loading(config: "[console]\nhosts = \"\(name)\"").failure()
    let message = "config.toml [console] hosts has the element \"\(name)\": expected names or addresses"
    #expect(failure.message.hasPrefix(message), "\(failure.message)")
  }

  @Test func unknownKeysGiveAWarning() throws {
    let warnings = try Loading(config: "[console]\nenable = true").load().warnings
    #expect(warnings == ["config.toml: unknown key 'enable' in [console] (did you mean 'enabled'?)"])
  }
}
