// `import SwiftletTesting` also imports Edge.
@_exported public import Edge
// The types of the queue that tests read.
@_exported public import struct Jobs.QueuedJob
@_exported public import struct Jobs.RunRecord
