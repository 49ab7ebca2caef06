import Synchronization

@testable import Functions

/// Invite codes for tests: each is drawn twice.
enum Draws {
  private static let state = Mutex<(count: Int, last: GroupCode)>((0, GroupCode()))

  static func next() -> GroupCode {
    state.withLock { state in
      if state.count.isMultiple(of: 2) { state.last = GroupCode() }
      state.count += 1
      return state.last
    }
  }
}
