import Edge
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import Synchronization

/// The head of a response as it goes out.
enum ResponseHead {
  /// Fields that frame a message: the host's own business, whatever a function says.
  private static let framing: Set<String> = [
    "content-length", "transfer-encoding", "connection", "keep-alive", "upgrade",
  ]

  static func make(_ response: Response, keepsAlive: Bool, date: String, hasBody: Bool) -> HTTPResponseHead {
    let code = response.status.code
    var fields: [(String, String)] = []
    fields.reserveCapacity(response.headers.count + 3)
    for field in response.headers where !framing.contains(field.name.canonicalName) {
      fields.append((field.name.rawName, field.value))
    }
    if response.headers[.date] == nil { fields.append(("date", date)) }
    // Neither carries a body (RFC 9110, sections 15.3.5 and 15.4.5), so neither has a length.
    if code >= 200, code != 204, code != 304, case .bytes(let bytes) = response.body.content {
      fields.append(("content-length", String(bytes.readableBytes)))
    }
    if !keepsAlive { fields.append(("connection", "close")) }
    return HTTPResponseHead(
      version: .http1_1, status: .init(statusCode: code, reasonPhrase: response.status.reasonPhrase),
      headers: HTTPHeaders(fields))
  }
}

/// The `Date` field (RFC 9110, section 5.6.7), written once a second and not once a response.
final class DateHeader: Sendable {
  private let state = Mutex((second: Int.min, text: ""))

  func value() -> String {
    let now = Date()
    let second = Int(now.timeIntervalSince1970)
    return state.withLock { state in
      if second != state.second { state = (second, Self.text(now)) }
      return state.text
    }
  }

  private static func text(_ date: Date) -> String {
    date.formatted(
      Date.VerbatimFormatStyle(
        format:
          "\(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT",
        locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian)))
  }
}
