// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "own-package",
  dependencies: [.package(name: "swiftlet", path: "../..")],
  targets: [
    .executableTarget(
      name: "own-package", dependencies: [.product(name: "Swiftlet", package: "swiftlet")], path: "Sources/OwnPackage"),
    // Functions for a host that loads them.
    .executableTarget(
      name: "own-bundle", dependencies: [.product(name: "Edge", package: "swiftlet")], path: "Sources/OwnBundle"),
  ]
)
