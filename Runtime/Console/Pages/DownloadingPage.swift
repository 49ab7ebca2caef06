package import Edge

/// A page with a file to download, at `/console/<section>/download`.
package protocol DownloadingPage: Page {
  /// The file for the view's filter.
  func download(_ view: PageView) -> Response
}
