package import Edge
package import FoundationEssentials
import HTTPTypes
package import Host
import NIOCore

/// The download of the log lines that match a filter: a line of JSON for each, the newest first.
///
/// The lines are read from the ring in batches, as fast as the client takes them.
package enum LogDownload {
  /// The most lines that are in memory for one download.
  private static let batch = 500

  package static func response(ring: EventRing, filter: Filter, now: Date) -> Response {
    let filter = LogFilter(filter, now: now)
    var response = Response.stream(contentType: "application/x-ndjson;charset=UTF-8") { writer in
      var bound: UInt64?
      while true {
        let records = ring.logs(before: bound, limit: batch, where: filter.matches)
        var chunk = ByteBuffer()
        for record in records {
          chunk.writeString(LogJSON.line(record))
          chunk.writeString("\n")
        }
        guard let last = records.last else { return }
        try await writer.write(chunk)
        guard records.count == batch else { return }
        bound = last.sequence
      }
    }
    response.headers[.contentDisposition] = #"attachment; filename="log.ndjson""#
    return response
  }
}
