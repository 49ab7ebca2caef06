import Testing

@testable import Swiftlet

@Suite struct TopicTableTests {
  @Test func appsHaveTopicsOfTheirOwn() throws {
    let loaded = try Loading(
      config: """
        [apns]
        topic = "app.first"
        [apns.topics]
        second = "app.second"
        third_1 = "com.example.third"
        """
    ).load()
    #expect(loaded.push.topic == "app.first")
    #expect(loaded.push.topics == ["second": "app.second", "third_1": "com.example.third"])
    #expect(loaded.origin(of: "apns.topics.second") == "config.toml [apns.topics] second")
    #expect(loaded.warnings.isEmpty)
    let inLine = try Loading(config: "[apns]\ntopics = { second = \"app.second\" }").load()
    #expect(inLine.push.topics == ["second": "app.second"])
    #expect(try Loading().load().push.topics.isEmpty)
  }

  @Test(arguments: [
    ("[apns]\ntopics = 1", "config.toml [apns.topics] is 1: expected a table"),
    ("[apns.topics]\nsecond = 7", "config.toml [apns.topics] second is 7: expected a bundle id"),
    ("[apns.topics]\nsecond = \"a b\"", "config.toml [apns.topics] second is \"a b\": expected a bundle id"),
    ("[apns.topics]\n\"a b\" = \"app.second\"", "config.toml [apns.topics]: an app's name has 1 to 32 letters"),
  ])
  func whatIsWrongIsNamed(_ config: String, _ message: String) throws {
    let failure = try Loading(config: config).failure()
    #expect(failure.message.hasPrefix(message), "\(failure.message)")
  }
}
