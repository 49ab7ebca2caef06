import FoundationEssentials
import Wire

extension Duration {
  /// In seconds, at most a hundred years.
  var seconds: TimeInterval { min(max(.zero, self), .century) / .seconds(1) }
}
