// How loads are tried again is said in the same words as for jobs.
@_exported public import struct Support.Retry
