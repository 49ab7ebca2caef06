/// A key, or a position in an array.
enum WireKey: CodingKey {
  case name(String)
  case index(Int)

  init(stringValue: String) { self = .name(stringValue) }
  init(intValue: Int) { self = .index(intValue) }

  var stringValue: String {
    switch self {
    case .name(let name): name
    case .index(let index): "\(index)"
    }
  }
  var intValue: Int? { if case .index(let index) = self { index } else { nil } }

  static let `super` = WireKey.name("super")
}
