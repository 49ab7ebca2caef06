// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "webhook",
  dependencies: [.package(name: "swiftlet", path: "../..")],
  targets: [
    // OpenSSL's HMAC: Foundation has none on Linux.
    .systemLibrary(name: "CHMAC"),
    .executableTarget(name: "Webhook", dependencies: ["CHMAC", .product(name: "Swiftlet", package: "swiftlet")]),
    .testTarget(
      name: "WebhookTests",
      dependencies: ["Webhook", .product(name: "SwiftletTesting", package: "swiftlet")]),
  ]
)
