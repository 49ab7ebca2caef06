/// The number of a connection, unique in its destination.
typealias ConnectionID = Int
