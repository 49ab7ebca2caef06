/// The direction of a search: to the next occurrence or to the previous one.
enum Direction {
  case forward
  case backward

  var step: Int { self == .forward ? 1 : -1 }
}
