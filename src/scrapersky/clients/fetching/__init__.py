"""The guarded, polite fetcher: one way out.

A request goes down through `fetcher` (what callers see), `redirects`, `politeness` (with `pacing` and `host_failures`)
and `robots`, `exchange` (one request) and `connector` (one connection, to a judged address). Its answer comes back as a
`response` within `limits`, and as one of `errors` where it does not.
"""
