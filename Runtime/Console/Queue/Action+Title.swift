import Jobs

extension JobCommand.Action {
  /// The action's name on buttons.
  var title: String {
    switch self {
    case .retry: "Retry"
    case .run: "Run now"
    case .cancel: "Cancel"
    case .discard: "Delete"
    }
  }

  /// The action in the past.
  var past: String {
    switch self {
    case .retry: "Retried"
    case .run: "Made due"
    case .cancel: "Cancelled"
    case .discard: "Deleted"
    }
  }

  /// The last part of the path of its form.
  var path: String { self == .discard ? "delete" : rawValue }

  init?(path: String) { self.init(rawValue: path == "delete" ? "discard" : path == "discard" ? "" : path) }

  var style: ActionForm.Style {
    switch self {
    case .retry, .run: .plain
    case .cancel, .discard: .danger
    }
  }

  /// A sentence about its effect.
  var sentence: String {
    switch self {
    case .retry: "Each gets its next try now; a dead one gets as many more tries as it had."
    case .run: "Each becomes due now, also if its function is paused."
    case .cancel: "Waiting jobs end, and the handlers of running ones are cancelled. They stay in the history."
    case .discard: "They are removed from the queue, with their inputs. The history keeps one line for each."
    }
  }
}
