// Belongs to this kit as far as its users are concerned.
@_exported public import class HikidashiBase.ManualClock
