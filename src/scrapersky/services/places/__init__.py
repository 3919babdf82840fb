"""Places as rows: written once per source and id, compared in pairs, decided about, forgotten when their terms say so."""
