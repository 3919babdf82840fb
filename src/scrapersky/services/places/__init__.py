"""Places as rows: written once per source and id, compared in pairs, decided about, forgotten as their terms say."""
