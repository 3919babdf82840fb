"""All that a page says about how to reach the business, put together."""
