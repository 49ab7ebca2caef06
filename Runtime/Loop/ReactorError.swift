import Glibc

/// The reason why an event loop cannot be created, in the system's words.
package struct ReactorError: Error, CustomStringConvertible {
  package let description: String

  /// Takes the message of the current `errno`.
  init() { description = SystemError().description }
}
