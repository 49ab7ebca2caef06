/// The number of a connection, unique in its lane.
typealias ConnectionID = Int
