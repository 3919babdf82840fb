"""Where places come from: Google, OpenStreetMap, Overture and files, behind one interface."""
