// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "welcome-mail",
  dependencies: [.package(name: "swiftlet", path: "../..")],
  targets: [
    .executableTarget(name: "WelcomeMail", dependencies: [.product(name: "Swiftlet", package: "swiftlet")]),
    .testTarget(
      name: "WelcomeMailTests",
      dependencies: ["WelcomeMail", .product(name: "SwiftletTesting", package: "swiftlet")]),
  ]
)
