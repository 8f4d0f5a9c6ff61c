// Points, colours and paths are written in drawings and scenes alike. The whole module, as operators
// do not come with a type alone.
@_exported public import HikidashiGeometry
// What a player of an app waits for and ends.
@_exported public import protocol HikidashiBase.Endable
