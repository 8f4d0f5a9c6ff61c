// What a job may come after or wait for, of whatever module it is; users name them when they make one.
@_exported public import class Support.Condition
@_exported public import protocol Support.Endable
// How jobs are tried again is said in the same words as for loads.
@_exported public import struct Support.Retry
