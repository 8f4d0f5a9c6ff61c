@_exported public import Outlines
@_exported public import Records
@_exported public import Storage
@_exported public import Widgets
