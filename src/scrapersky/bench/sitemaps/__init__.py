"""Sitemaps read and imported: by us, by ultimate-sitemap-parser, and by COPY."""
