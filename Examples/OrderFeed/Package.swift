// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "order-feed",
  dependencies: [.package(name: "swiftlet", path: "../..")],
  targets: [
    .executableTarget(name: "OrderFeed", dependencies: [.product(name: "Swiftlet", package: "swiftlet")]),
    .testTarget(
      name: "OrderFeedTests",
      dependencies: ["OrderFeed", .product(name: "SwiftletTesting", package: "swiftlet")]),
  ]
)
