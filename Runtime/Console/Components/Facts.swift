/// Names and values, as the head of a detail.
struct Facts: Sendable {
  private let facts: [(name: HTML, value: HTML)]

  init(_ facts: [(HTML, HTML)]) { self.facts = facts.map { (name: $0.0, value: $0.1) } }

  var html: HTML {
    "<dl class=\"facts\">\(facts.map { "<div><dt>\($0.name)</dt><dd>\($0.value)</dd></div>" as HTML })</dl>"
  }
}
