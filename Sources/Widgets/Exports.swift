// Points, colours and paths are written in drawings and scenes alike. The whole module, as operators
// do not come with a type alone.
@_exported public import HikidashiGeometry

// What a part is told to do in its place is written in these.
@_exported public import struct HikidashiMotion.AnimatedProperty
@_exported public import enum HikidashiMotion.Curve
@_exported public import struct HikidashiMotion.Keyframe
@_exported public import struct HikidashiMotion.Movement
@_exported public import struct HikidashiMotion.Timing
@_exported public import struct HikidashiMotion.Turn
@_exported public import struct HikidashiMotion.Vector
