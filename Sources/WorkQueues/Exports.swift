// The types of prerequisites and conditions, which users of this module name.
@_exported public import class HikidashiBase.Condition
@_exported public import protocol HikidashiBase.Endable
// What ends an observation is the same everywhere; users name it when they keep one.
@_exported public import class HikidashiBase.ObservationToken
// Jobs and loads share this type for retries.
@_exported public import struct HikidashiBase.Retry
