"""What is stored about somebody: found, told, erased, and kept from coming back."""
