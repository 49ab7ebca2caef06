/// The reason why a host cannot start with its jobs.
package struct JobRegistryError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
}
