// What ends an observation is the same everywhere; users name it when they keep one.
@_exported public import class HikidashiBase.ObservationToken
