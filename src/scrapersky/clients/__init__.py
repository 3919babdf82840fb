"""The outside world: the guarded, polite fetcher and what is built on it.

A request goes down through `fetcher` (what callers see), `courier` (redirects), `manners` (with `pacing` and
`failures`) and `robots`, `exchange` (one request) and `connector` (one connection, to a judged address). Its answer
comes back as a `response` within `limits`, and as one of `errors` where it does not.
"""
