import Foundation

/// Threads for what blocks.
package enum HelperThread {
  /// Runs a body on a thread of its own.
  ///
  /// - Parameters:
  ///   - name: At most 15 letters, or Linux takes none.
  ///   - stackSize: In bytes.
  package static func run(named name: String, stackSize: Int = 512 << 10, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread {
      // Known only on the thread itself: Linux tells nobody of a name that was given before.
      Thread.current.name = name
      body()
    }
    thread.stackSize = stackSize
    thread.start()
  }
}
