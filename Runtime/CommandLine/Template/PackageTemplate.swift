/// The files of a package that `init` makes.
struct PackageTemplate {
  let name: PackageName
  let dependency: PackageDependency

  var files: [(path: String, text: String)] {
    [
      ("Package.swift", manifest),
      ("Sources/\(name.module)/main.swift", main),
      ("Sources/\(name.module)/Catalogue.swift", catalogue),
      ("Sources/\(name.module)/Greet.swift", function),
      ("Sources/\(name.module)/SayGoodMorning.swift", job),
      ("Tests/\(name.module)Tests/GreetTests.swift", test),
      ("config.toml", configuration),
      (".gitignore", ignored),
      ("README.md", readme),
    ]
  }

  private var manifest: String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "\(name.text)",
      dependencies: [
        \(dependency.declaration)
      ],
      targets: [
        .executableTarget(
          name: "\(name.module)",
          dependencies: [.product(name: "Edge", package: "\(dependency.identity)")]),
        // The test kit drives a whole host: `swift test` builds it, `swift build` does not.
        .testTarget(
          name: "\(name.module)Tests",
          dependencies: ["\(name.module)", .product(name: "SwiftletTesting", package: "\(dependency.identity)")]),
      ]
    )

    """
  }

  private var main: String {
    """
    import Worker

    await Bundle("\(name.text)", functions: functions, jobs: jobs).main()

    """
  }

  private var catalogue: String {
    """
    import Edge

    /// The functions at `/functions/v1/<name>`.
    let functions: [any Endpoint] = [greet]

    /// The jobs with a schedule.
    let jobs = [sayGoodMorning]

    """
  }

  private var function: String {
    """
    import Edge

    struct Greeting: Codable, Equatable {
      let message: String
    }

    struct Person: Codable {
      let name: String
    }

    /// Greets a person. Any token of the project is accepted, also the anon key.
    let greet = Function("greet", access: .verified) { (person: Person, context) in
      guard !person.name.isEmpty else { throw FunctionError.validation("A name is needed") }
      return Greeting(message: "Hello, \\(person.name)!")
    }

    """
  }

  private var job: String {
    """
    import Edge

    /// Says good morning in the log, every day at 06:00 UTC.
    let sayGoodMorning = Job("say_good_morning", every: "0 6 * * *") { context in
      context.logger.info("Good morning", metadata: ["day": "\\(context.clock.today)"])
    }

    """
  }

  private var test: String {
    """
    import SwiftletTesting
    import Testing

    @testable import \(name.module)

    @Suite struct GreetTests {
      @Test func greetsByName() async throws {
        try await TestHost(functions: functions).test { host in
          let response = try await host.call("greet", as: .anon, json: Person(name: "Ada"))
          #expect(response.status == 200)
          #expect(try response.decode(Greeting.self) == Greeting(message: "Hello, Ada!"))
        }
      }

      @Test func theJobRuns() async throws {
        try await TestHost(functions: functions, jobs: jobs).test { host in
          try await host.run(sayGoodMorning)
        }
      }

      @Test func asksForAName() async throws {
        try await TestHost(functions: functions).test { host in
          let response = try await host.call("greet", as: .anon, json: Person(name: ""))
          #expect(response.status == 400)
        }
      }
    }

    """
  }
}
