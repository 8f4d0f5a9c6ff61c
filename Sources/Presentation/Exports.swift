// What a request may come after, of whatever module it is; users name it when they make one.
@_exported public import protocol Support.Endable
