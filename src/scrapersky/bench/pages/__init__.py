"""Pages fetched, read and stored: by a worker of ours, and by Scrapy with an equivalent spider and pipeline."""
