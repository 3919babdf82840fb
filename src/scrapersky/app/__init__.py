"""What puts the product together: database, clients, extensions, workers, and the web application that serves it."""
