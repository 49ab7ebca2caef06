// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "nightly-digest",
  dependencies: [.package(name: "swiftlet", path: "../..")],
  targets: [
    .executableTarget(name: "NightlyDigest", dependencies: [.product(name: "Swiftlet", package: "swiftlet")]),
    .testTarget(
      name: "NightlyDigestTests",
      dependencies: ["NightlyDigest", .product(name: "SwiftletTesting", package: "swiftlet")]),
  ]
)
