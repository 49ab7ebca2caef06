// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "push-reminder",
  dependencies: [.package(name: "swiftlet", path: "../..")],
  targets: [
    .executableTarget(name: "PushReminder", dependencies: [.product(name: "Swiftlet", package: "swiftlet")]),
    .testTarget(
      name: "PushReminderTests",
      dependencies: ["PushReminder", .product(name: "SwiftletTesting", package: "swiftlet")]),
  ]
)
