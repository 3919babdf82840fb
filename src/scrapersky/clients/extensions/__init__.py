"""What installed packages add to the clients: place sources, delivery targets, extractors.

Foreign code may fail in any way. Each addition is wrapped, so that its failure is told with its name and stops nothing
of ours.
"""

from scrapersky.clients.extensions.extension import Additions, Extension

__all__ = ["Additions", "Extension"]
