"""Phone, fax and WhatsApp numbers."""
