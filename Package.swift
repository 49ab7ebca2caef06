// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

let log = Target.Dependency.product(name: "Logging", package: "swift-log")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")

let package = Package(
  // Linux alone: the event loop stands on epoll. Macs build it in a container (CONTRIBUTING.md).
  name: "swiftlet",
  products: [
    .library(name: "Edge", targets: ["Edge", "Worker"]),
    .library(name: "Swiftlet", targets: ["Swiftlet"]),
    .library(name: "SwiftletTesting", targets: ["SwiftletTesting"]),
    .executable(name: "swiftlet", targets: ["swiftlet-main"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
  ],
  targets: [
    // The C libraries as headers and one-line shims, and C of our own: system calls in `CLoop`; in `CProcess` what runs
    // between fork and exec or in a signal's handler, where Swift's runtime must not.
    .target(name: "CCurl", path: "Runtime/CCurl", linkerSettings: [.linkedLibrary("curl")]),
    .target(name: "CPostgres", path: "Runtime/CPostgres", linkerSettings: [.linkedLibrary("pq")]),
    .target(name: "CSQLite", path: "Runtime/CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(
      name: "COpenSSL", path: "Runtime/COpenSSL", linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
    .target(name: "CNGHTTP2", path: "Runtime/CNGHTTP2", linkerSettings: [.linkedLibrary("nghttp2")]),
    .target(name: "CProcess", path: "Runtime/CProcess"),
    .target(name: "CLoop", path: "Runtime/CLoop"),

    // The runtime. A target may import those above it and none below it.
    .target(name: "Wire", path: "Runtime/Wire", swiftSettings: strict),
    .target(name: "Loop", dependencies: ["CLoop", "CProcess"], path: "Runtime/Loop", swiftSettings: strict),
    .target(name: "Cryptography", dependencies: ["COpenSSL"], path: "Runtime/Cryptography", swiftSettings: strict),
    .target(name: "HTTPCalls", dependencies: [nio, httpTypes], path: "Runtime/HTTPCalls", swiftSettings: strict),
    .target(
      name: "Curl", dependencies: ["HTTPCalls", "CCurl", "Loop", nio, httpTypes], path: "Runtime/Curl",
      swiftSettings: strict),
    .target(name: "Push", dependencies: ["Wire"], path: "Runtime/Push", swiftSettings: strict),
    .target(
      name: "APNs",
      dependencies: [
        "Push", "HTTPCalls", "Curl", "CCurl", "Wire", "Loop", nio, log, "Cryptography", lifecycle,
      ],
      path: "Runtime/APNs", swiftSettings: strict),
    .target(
      name: "Simulator",
      dependencies: ["Push", "COpenSSL", "CNGHTTP2", "CLoop", "Loop", "Wire", nio, log, lifecycle, "Cryptography"],
      path: "Runtime/Simulator", swiftSettings: strict),
    .target(name: "Database", dependencies: ["Wire"], path: "Runtime/Database", swiftSettings: strict),
    .target(
      name: "Engines",
      dependencies: ["Database", "CPostgres", "CSQLite", "Wire", "Loop", log, "Cryptography"],
      path: "Runtime/Engines", swiftSettings: strict),
    .target(name: "Scheduling", dependencies: ["Wire"], path: "Runtime/Scheduling", swiftSettings: strict),
    .target(
      name: "Edge", dependencies: ["Wire", "Loop", "HTTPCalls", "Database", "Push", nio, httpTypes, log],
      path: "Runtime/Edge", swiftSettings: strict),
    .target(name: "OpenAPI", dependencies: ["Wire", "Edge"], path: "Runtime/OpenAPI", swiftSettings: strict),
    .target(
      name: "Channel", dependencies: ["Edge", "Wire", "Loop", nio, httpTypes],
      path: "Runtime/Channel",
      swiftSettings: strict),
    .target(
      name: "Worker",
      dependencies: ["Channel", "Edge", "HTTPCalls", "Push", "Wire", "Loop", "CProcess", nio, log],
      path: "Runtime/Worker", swiftSettings: strict),
    .target(
      name: "Workers",
      dependencies: [
        "Channel", "Edge", "Wire", "Loop", "Cryptography", "CProcess", nio, log, lifecycle,
        .product(name: "CoreMetrics", package: "swift-metrics"),
      ],
      path: "Runtime/Workers", swiftSettings: strict),
    .target(
      name: "Jobs",
      dependencies: [
        "Wire", "Edge", "Database", "Scheduling", log, lifecycle,
        .product(name: "CoreMetrics", package: "swift-metrics"),
      ],
      path: "Runtime/Jobs", swiftSettings: strict),
    .target(
      name: "HTTPServer", dependencies: ["CLoop", "Loop", "Wire", nio, httpTypes], path: "Runtime/HTTPServer",
      swiftSettings: strict),
    .target(
      name: "Host",
      dependencies: [
        "HTTPServer", "CLoop", "Loop", "Wire", "Edge", "HTTPCalls", "Curl", "Database", nio, httpTypes, log,
        lifecycle, "Cryptography",
        .product(name: "CoreMetrics", package: "swift-metrics"),
      ],
      path: "Runtime/Host", swiftSettings: strict),
    .target(
      name: "Gateway",
      dependencies: ["Host", "HTTPServer", "Edge", "HTTPCalls", "Curl", "Wire", "Loop", nio, httpTypes],
      path: "Runtime/Gateway", swiftSettings: strict),
    .target(
      name: "Auth",
      dependencies: ["Wire", "Cryptography", "Database", "Edge", "Host", httpTypes, log, lifecycle],
      path: "Runtime/Auth", swiftSettings: strict),
    .target(
      name: "Telemetry",
      dependencies: [
        "Wire", "Edge", "Host", "HTTPCalls", nio, httpTypes, log, lifecycle,
        .product(name: "CoreMetrics", package: "swift-metrics"),
      ],
      path: "Runtime/Telemetry", swiftSettings: strict),
    .target(
      name: "Console",
      dependencies: [
        "Wire", "Loop", "Cryptography", "Database", "Edge", "Host", "Jobs", "OpenAPI", "Workers", httpTypes, log,
        lifecycle, nio,
      ],
      path: "Runtime/Console",
      resources: ["console.css", "console.js", "icon.svg"].map { .embedInCode("Assets/\($0)") }, swiftSettings: strict),
    .target(
      name: "SwiftletTesting",
      dependencies: [
        "Edge", "Curl", "Database", "Engines", "Host", "Jobs", "Loop", "Workers", "Worker", "Channel", nio, httpTypes,
        log,
      ],
      path: "Runtime/Testing", swiftSettings: strict),
    .target(
      name: "Swiftlet",
      dependencies: [
        "Wire", "Edge", "Host", "Gateway", "Auth", "Telemetry", "Console", "Jobs", "Scheduling", "APNs", "Simulator",
        "Database", "Engines", "Curl", "CProcess", "Loop", "OpenAPI", "Workers", "Channel", log, lifecycle,
        "Cryptography", nio, httpTypes,
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "TOMLKit", package: "TOMLKit"),
      ],
      path: "Runtime/CommandLine", swiftSettings: strict),

    // The apps, their bundles, and the host that serves them.
    .target(
      name: "Functions", dependencies: ["Edge"], path: "Functions", exclude: ["Bundles", "Demo", "Inline", "Main"],
      resources: (1...12).map { .embedInCode("Enigmate/Pictures/riddle_\($0).png") }, swiftSettings: strict
    ),
    .target(name: "Cron", dependencies: ["Edge"], path: "cron", swiftSettings: strict),
    .target(name: "Demo", dependencies: ["Swiftlet"], path: "Functions/Demo", swiftSettings: strict),
    .executableTarget(
      name: "swiftlet-main", dependencies: ["Swiftlet", "Demo"], path: "Functions/Main", swiftSettings: strict),
    .executableTarget(
      name: "accounts", dependencies: ["Worker", "Functions", "Cron"], path: "Functions/Bundles/Accounts",
      swiftSettings: strict),
    .executableTarget(
      name: "enigmate", dependencies: ["Worker", "Functions"], path: "Functions/Bundles/Enigmate",
      swiftSettings: strict),
    .executableTarget(
      name: "leftova", dependencies: ["Worker", "Functions", "Cron"], path: "Functions/Bundles/Leftova",
      swiftSettings: strict),
    .executableTarget(
      name: "shvil", dependencies: ["Worker", "Functions", "Cron"], path: "Functions/Bundles/Shvil",
      swiftSettings: strict),
    .executableTarget(
      name: "swivo", dependencies: ["Worker", "Functions", "Cron"], path: "Functions/Bundles/Swivo",
      swiftSettings: strict),
    // All apps in one process, for a comparison by tests and by the benchmark.
    .executableTarget(
      name: "swiftlet-inline", dependencies: ["Swiftlet", "Functions", "Cron", "Demo"], path: "Functions/Inline",
      swiftSettings: strict),

    // Functions in workers: `make bench` calls them beside the same functions inline.
    .executableTarget(name: "bench", dependencies: ["Worker"], path: "Benchmarks/Bundle", swiftSettings: strict),
    // What the queue costs: `make bench` builds and runs it.
    .executableTarget(
      name: "jobs-benchmark",
      dependencies: [
        "Jobs", "Scheduling", "Edge", "Database", "Engines", "Curl", log,
        .product(name: "CoreMetrics", package: "swift-metrics"),
      ],
      path: "Benchmarks/Jobs", swiftSettings: strict),
    // The sender beside C loops and aioapns: `make bench` too.
    .executableTarget(
      name: "push-benchmark", dependencies: ["Push", "APNs", log], path: "Benchmarks/Push", swiftSettings: strict),
    // What it costs to record what the console shows: `make bench` too.
    .executableTarget(
      name: "console-benchmark", dependencies: ["Host", log], path: "Benchmarks/Console", swiftSettings: strict),
    // What a call over a channel costs by itself: `swift run -c release channel-benchmark`.
    .executableTarget(
      name: "channel-benchmark", dependencies: ["Channel", "Loop", nio], path: "Benchmarks/Channel",
      swiftSettings: strict),
    // Whether a sender that sends and reconnects for long grows: `make test` runs it under the address sanitizer.
    .executableTarget(
      name: "push-soak", dependencies: ["Push", "APNs", "HTTPCalls", "Curl", nio, log, "Cryptography"],
      path: "Benchmarks/PushSoak",
      swiftSettings: strict),

    // Certificates and signatures that tests make with OpenSSL.
    .target(
      name: "SigningChains", dependencies: ["COpenSSL", "Cryptography", "Wire"], path: "Tests/SigningChains",
      swiftSettings: strict),

    // Random numbers that are the same in each run of the tests.
    .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: strict),

    // A bundle whose functions crash, hang, leak and break the channel's rules, for the tests with real clients.
    .executableTarget(
      name: "notes-bundle", dependencies: ["Worker"], path: "Tests/Fixtures/NotesBundle", swiftSettings: strict),
    .executableTarget(
      name: "bad-functions", dependencies: ["Worker"], path: "Tests/Fixtures/BadFunctions", swiftSettings: strict),

    // One folder of tests per target.
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "Swiftlet", "SwiftletTesting", "Loop", "Telemetry", "Console", "Host", "Gateway", "Jobs", "Push", "APNs",
        "Simulator", "Edge", "Engines", "Curl", log, lifecycle, "Cryptography", "Wire", "Channel", "Workers", nio,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CryptographyTests", dependencies: ["Cryptography", "COpenSSL", "SigningChains"], swiftSettings: strict),
    .testTarget(name: "WireTests", dependencies: ["Wire"], swiftSettings: strict),
    .testTarget(name: "LoopTests", dependencies: ["Loop"], swiftSettings: strict),
    .testTarget(name: "HTTPCallsTests", dependencies: ["HTTPCalls", nio], swiftSettings: strict),
    .testTarget(
      name: "CurlTests", dependencies: ["HTTPCalls", "Curl", "CCurl", "Loop", nio, httpTypes], swiftSettings: strict),
    .testTarget(
      name: "DatabaseTests", dependencies: ["Database"], swiftSettings: strict),
    .testTarget(
      name: "EnginesTests",
      dependencies: [
        "Engines", "Database", "CPostgres", "Worker", "Workers", "Channel", "Edge", "HTTPCalls", log,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DeliveryTests",
      dependencies: ["Push", "APNs", "Simulator", log, "Cryptography"],
      swiftSettings: strict),
    .testTarget(name: "EdgeTests", dependencies: ["Edge", nio, httpTypes], swiftSettings: strict),
    .testTarget(name: "OpenAPITests", dependencies: ["OpenAPI", "Edge"], swiftSettings: strict),
    .testTarget(
      name: "ChannelTests", dependencies: ["Channel", "Edge", "Wire", "Loop", nio],
      swiftSettings: strict),
    .testTarget(
      name: "WorkerTests",
      dependencies: ["Worker", "Channel", "Edge", "Loop", nio],
      swiftSettings: strict),
    .testTarget(
      name: "WorkersTests",
      dependencies: [
        "Workers", "Worker", "Channel", "Edge", "Engines", "HTTPCalls", "Curl", "Push", "Wire", nio, httpTypes, log,
        "Host", "SwiftletTesting", "SeededRandom",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CronTests", dependencies: ["Cron", "Functions", "SwiftletTesting", "Jobs", "Engines", "Edge"],
      swiftSettings: strict),
    .testTarget(
      name: "JobsTests",
      dependencies: [
        "SwiftletTesting", "Jobs", "Scheduling", "Edge", "Engines", log, lifecycle, nio,
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PushTests", dependencies: ["Push", "SeededRandom"], swiftSettings: strict),
    .testTarget(
      name: "APNsTests", dependencies: ["APNs", "Push", log, "Cryptography", "SeededRandom"],
      swiftSettings: strict),
    .testTarget(
      name: "SimulatorTests",
      dependencies: ["Simulator", "Push", "Wire", "COpenSSL", "CNGHTTP2", log, "Cryptography"],
      swiftSettings: strict),
    .testTarget(
      name: "SchedulingTests", dependencies: ["Scheduling", "Wire", "SeededRandom"], swiftSettings: strict),
    .testTarget(
      name: "FunctionsTests",
      dependencies: [
        "Functions", "SwiftletTesting", "APNs", "Engines", "Simulator", "Edge", httpTypes, log, "Cryptography",
        "SigningChains",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "AuthTests",
      dependencies: [
        "Auth", "Host", "SwiftletTesting", "Edge", "Database", "Engines", "Curl", "Cryptography", "Wire", nio,
        httpTypes, log,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "TelemetryTests",
      dependencies: [
        "Telemetry", "Host", "Edge", "HTTPCalls", "Curl", "SeededRandom", httpTypes, log,
        .product(name: "CoreMetrics", package: "swift-metrics"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ConsoleTests",
      dependencies: [
        "Console", "Host", "Jobs", "OpenAPI", "Workers", "Edge", "Database", "Engines", "Wire", "SwiftletTesting",
        nio, httpTypes, log,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HTTPServerTests", dependencies: ["HTTPServer", "CLoop", "Loop", "SeededRandom", nio, httpTypes],
      swiftSettings: strict),
    .testTarget(
      name: "GatewayTests",
      dependencies: [
        "Gateway", "Host", "HTTPServer", "Loop", "Edge", "Curl", "Engines", nio, httpTypes, log, lifecycle,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HostTests",
      dependencies: [
        "Host", "COpenSSL", "Loop", "SwiftletTesting", "Jobs", "Edge", "Database", "Engines", "Curl", "Worker",
        "Cryptography", "SigningChains", "SeededRandom", nio, httpTypes, log, lifecycle,
        .product(name: "CoreMetrics", package: "swift-metrics"),
      ],
      swiftSettings: strict),
  ]
)

// libFuzzer brings a main function of its own, so Scripts/fuzz.sh alone builds these.
if Context.environment["SWIFTLET_FUZZERS"] != nil {
  package.targets += [
    .executableTarget(name: "fuzz-json", dependencies: ["Wire"], path: "Tests/Fuzzers/JSON", swiftSettings: strict),
    .executableTarget(
      name: "fuzz-http", dependencies: ["HTTPServer", httpTypes], path: "Tests/Fuzzers/HTTP", swiftSettings: strict),
    .executableTarget(
      name: "fuzz-channel", dependencies: ["Channel", nio], path: "Tests/Fuzzers/Channel", swiftSettings: strict),
  ]
}
