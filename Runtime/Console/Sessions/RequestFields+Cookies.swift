import Edge
import HTTPTypes

extension RequestFields {
  /// The values of the cookies of a name, in order: the cookies of several paths may share one.
  func cookies(named name: String) -> [String] {
    values(.cookie).flatMap { $0.split(separator: ";") }.compactMap { pair in
      let pair = pair.drop { $0 == " " }
      return pair.hasPrefix("\(name)=") ? String(pair.dropFirst(name.count + 1)) : nil
    }
  }
}
