@_exported public import Loading
@_exported public import Outlines
@_exported public import Preferences
@_exported public import Presentation
@_exported public import Records
@_exported public import Storage
@_exported public import Widgets
@_exported public import WorkQueues
