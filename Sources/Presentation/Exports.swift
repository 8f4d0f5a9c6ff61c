// The types of prerequisites and conditions, which users of this module name.
@_exported public import class HikidashiBase.Condition
@_exported public import protocol HikidashiBase.Endable
@_exported public import struct HikidashiBase.NewestValues
