/// A state as icon, word and colour.
struct Badge: Sendable {
  /// The meaning of a state for the operator. It decides icon and colour.
  enum Kind: String, Sendable { case good, warning, bad, idle, busy }

  private let kind: Kind
  private let word: String

  init(_ kind: Kind, _ word: String) {
    self.kind = kind
    self.word = word
  }

  var html: HTML {
    "<span class=\"badge \(kind.name)\"><svg width=\"10\" height=\"10\" viewBox=\"0 0 10 10\" aria-hidden=\"true\">\(kind.icon)</svg>\(word)</span>"
  }
}

extension Badge.Kind {
  /// The name of its class in the style sheet.
  var name: HTML { "\(rawValue)" }

  fileprivate var icon: HTML {
    switch self {
    case .good: "<path d=\"M1.5 5.2 4 7.8 8.6 2.4\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.8\"/>"
    case .warning: "<path d=\"M5 .8 9.6 9.2H.4z\" fill=\"currentColor\"/>"
    case .bad: "<path d=\"m2 2 6 6m0-6-6 6\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.8\"/>"
    case .idle: "<circle cx=\"5\" cy=\"5\" r=\"3.4\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.4\"/>"
    case .busy:
      "<circle cx=\"5\" cy=\"5\" r=\"3.4\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.4\"/><path d=\"M5 1.6a3.4 3.4 0 0 1 0 6.8z\" fill=\"currentColor\"/>"
    }
  }
}
