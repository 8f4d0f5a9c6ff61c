// Belongs to this room as far as its users are concerned; others say the same in the same words.
@_exported public import struct HikidashiBase.NewestValues
@_exported public import class HikidashiBase.ObservationToken
@_exported public import struct HikidashiBase.Retry
