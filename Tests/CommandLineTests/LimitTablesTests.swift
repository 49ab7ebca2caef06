import Edge
import Host
import Testing

@testable import Swiftlet

@Suite struct LimitTablesTests {
  @Test func aTableConfiguresALimit() throws {
    let loaded = try Loading(
      config: """
        [limits.search]
        rate = "50/minute"
        burst = 10
        per = "address"
        functions = ["search", "find_*", "rest"]
        enabled = false
        """
    ).load(functions: ["search"])
    var search = LimitConfiguration()
    (search.count, search.period, search.burst) = (50, .seconds(60), 10)
    (search.subject, search.functions, search.enabled) = (.address, ["search", "find_*", "rest"], false)
    #expect(loaded.host.callLimits == ["search": search])
    #expect(loaded.warnings.isEmpty)
    let shown = KnownKeys.limit.map { loaded.shown("limits.search.\($0)") }
    #expect(shown == ["50/minute", "10", "address", "search, find_*, rest", "false"])
    #expect(loaded.origin(of: "limits.search.rate") == "config.toml [limits.search] rate")
  }

  @Test(arguments: [("1/second", 1), ("1/minute", 60), ("1/hour", 3600), ("1/day", 86_400)])
  func periodsAreRead(_ rate: String, _ seconds: Int) throws {
    let loaded = try Loading(config: "[limits.x]\nrate = \"\(rate)\"").load()
    #expect(loaded.host.callLimits["x"]?.period == .seconds(seconds))
    #expect(loaded.shown("limits.x.rate") == rate)
  }

  @Test(arguments: [
    (
      "rate = \"100\"",
      "config.toml [limits.x] rate is \"100\": expected a number of calls from 1 to 1000000 per second, minute, hour or day"
    ),
    ("rate = \"0/minute\"", "config.toml [limits.x] rate is \"0/minute\": expected"),
    ("rate = \"+5/minute\"", "config.toml [limits.x] rate is \"+5/minute\": expected"),
    ("rate = \"1000001/day\"", "config.toml [limits.x] rate is \"1000001/day\": expected"),
    ("rate = \"5/week\"", "config.toml [limits.x] rate is \"5/week\": expected"),
    ("rate = 100", "config.toml [limits.x] rate is 100: expected"),
    ("burst = 0", "config.toml [limits.x] burst is 0: expected a whole number from 1 to 1000000"),
    ("per = \"ip\"", "config.toml [limits.x] per is \"ip\": expected one of user, address, key, function, project"),
    ("functions = \"*\"", "config.toml [limits.x] functions is \"*\": expected names of functions"),
    (
      "functions = [\"../x\"]",
      #"config.toml [limits.x] functions has the element "../x": expected names of functions"#
    ),
  ])
  func aWrongValueIsNamed(_ line: String, _ message: String) throws {
    let failure = try Loading(config: "[limits.x]\n\(line)").failure()
    #expect(failure.message.hasPrefix(message), "\(failure.message)")
    #expect(failure.code == .configuration)
  }

  @Test func unknownNamesAreWarnedAboutWithASuggestion() throws {
    let loaded = try Loading(config: "[limits.x]\nrat = \"1/day\"\nfunctions = [\"serch\", \"auth\"]")
      .load(functions: ["search"])
    #expect(
      loaded.warnings == [
        "config.toml: unknown key 'rat' in [limits.x] (did you mean 'rate'?)",
        "config.toml: unknown function 'serch' in [limits.x] functions (did you mean 'search'?)",
      ])
  }

  @Test func aMalformedNameIsRefused() throws {
    let failure = try Loading(config: "[limits.\"a b\"]\nrate = \"1/day\"").failure()
    #expect(failure.message.contains("[limits.a b] has no usable name"))
  }
}
