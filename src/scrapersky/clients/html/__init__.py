"""Where the HTML of pages is kept: in its row, a folder or a bucket."""
