// An author writes `import Swiftlet` and has everything that a function needs.
@_exported public import Edge
