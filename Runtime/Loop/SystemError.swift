import Glibc

/// An error of the system, by its number.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  /// The value of `errno`.
  package let number: CInt

  package init(_ number: CInt = errno) { self.number = number }

  /// The system's words: `No such file or directory`.
  package var description: String { unsafe String(cString: strerror(number)) }
}
