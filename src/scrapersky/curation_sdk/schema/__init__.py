"""What follows from the declarations on paper: SQL, its verification, documents, pictures, the phone book.

The top floor: it looks at all others and nobody needs it to run.
"""
