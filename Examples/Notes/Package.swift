// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "notes",
  dependencies: [.package(name: "swiftlet", path: "../..")],
  targets: [
    .executableTarget(name: "Notes", dependencies: [.product(name: "Swiftlet", package: "swiftlet")]),
    .testTarget(
      name: "NotesTests",
      dependencies: ["Notes", .product(name: "SwiftletTesting", package: "swiftlet")]),
  ]
)
