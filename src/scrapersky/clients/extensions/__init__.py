"""Place sources, delivery targets and extractors, registered alike by the product and by installed packages.

Foreign code may fail in any way. What a package adds is wrapped, so that its failure is told with its name and stops
nothing of ours.
"""

from scrapersky.clients.extensions.extension import Additions as Additions
from scrapersky.clients.extensions.extension import Extension as Extension
