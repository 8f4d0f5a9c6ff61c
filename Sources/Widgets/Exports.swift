// Points, colours and paths are written in drawings and scenes alike. The whole module, as operators
// do not come with a type alone.
@_exported public import HikidashiGeometry
