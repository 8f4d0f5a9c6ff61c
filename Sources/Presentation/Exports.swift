// What a request may come after or wait for, of whatever module it is; users name them when they make
// one.
@_exported public import class Support.Condition
@_exported public import protocol Support.Endable
