"""Cities: where they are, how large, and which numbers their phones and post codes start with."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class City:
    """`phone` and `postal_code` are patterns (see `patterns`); the city is the rectangle around its centre."""

    name: str
    country: str
    region: str
    region_name: str
    latitude: float
    longitude: float
    half_height: float
    half_width: float
    phone: str
    postal_code: str
    weight: int
    osm_relation: int


# The first city is the one demonstrations search in, so that even small worlds have something there.
CITIES: tuple[City, ...] = (
    City("Austin", "US", "TX", "Texas", 30.2672, -97.7431, 0.16, 0.17, "512*######", "787##", 200, 113314),
    City("Houston", "US", "TX", "Texas", 29.7604, -95.3698, 0.22, 0.25, "713*######", "770##", 40, 2688911),
    City("Dallas", "US", "TX", "Texas", 32.7767, -96.7970, 0.17, 0.17, "214*######", "752##", 30, 6571629),
    City("Denver", "US", "CO", "Colorado", 39.7392, -104.9903, 0.11, 0.14, "303*######", "802##", 25, 1411339),
    City("Portland", "US", "OR", "Oregon", 45.5152, -122.6784, 0.10, 0.14, "503*######", "972##", 20, 186579),
    City("Chicago", "US", "IL", "Illinois", 41.8781, -87.6298, 0.18, 0.15, "312*######", "606##", 40, 122604),
    City("Boston", "US", "MA", "Massachusetts", 42.3601, -71.0589, 0.08, 0.10, "617*######", "021##", 20, 2315704),
    City("Seattle", "US", "WA", "Washington", 47.6062, -122.3321, 0.12, 0.09, "206*######", "981##", 20, 237385),
    City("Toronto", "CA", "ON", "Ontario", 43.6532, -79.3832, 0.11, 0.20, "416*######", "M#@ #@#", 25, 324211),
    City("Vancouver", "CA", "BC", "British Columbia", 49.2827, -123.1207, 0.05, 0.10, "604*######", "V#@ #@#", 12,
        1852574),
    City("London", "GB", "ENG", "England", 51.5074, -0.1278, 0.16, 0.25, "207*######", "SW# #@@", 40, 65606),
    City("Manchester", "GB", "ENG", "England", 53.4808, -2.2426, 0.08, 0.10, "161*######", "M# #@@", 15, 146656),
    City("Leeds", "GB", "ENG", "England", 53.8008, -1.5491, 0.08, 0.12, "1132######", "LS# #@@", 10, 118362),
    City("Edinburgh", "GB", "SCT", "Scotland", 55.9533, -3.1883, 0.06, 0.13, "1312######", "EH# #@@", 10, 1920901),
    City("Berlin", "DE", "BE", "Berlin", 52.5200, 13.4050, 0.14, 0.25, "30*######", "10###", 40, 62422),
    City("Hamburg", "DE", "HH", "Hamburg", 53.5511, 9.9937, 0.12, 0.20, "40*######", "20###", 20, 62782),
    City("München", "DE", "BY", "Bayern", 48.1351, 11.5820, 0.09, 0.16, "89*######", "80###", 20, 62428),
    City("Köln", "DE", "NW", "Nordrhein-Westfalen", 50.9375, 6.9603, 0.09, 0.13, "221*######", "50###", 15, 62578),
    City("Leipzig", "DE", "SN", "Sachsen", 51.3397, 12.3731, 0.08, 0.12, "341*######", "04###", 10, 62649),
    City("Wien", "AT", "W", "Wien", 48.2082, 16.3738, 0.09, 0.15, "1*######", "1##0", 15, 109166),
    City("Graz", "AT", "ST", "Steiermark", 47.0707, 15.4395, 0.05, 0.07, "316*#####", "80##", 5, 34719),
    City("Paris", "FR", "IDF", "Île-de-France", 48.8566, 2.3522, 0.05, 0.08, "14*######", "7500*", 30, 7444),
    City("Lyon", "FR", "ARA", "Auvergne-Rhône-Alpes", 45.7640, 4.8357, 0.05, 0.06, "47*######", "6900*", 12, 120965),
    City("Marseille", "FR", "PAC", "Provence-Alpes-Côte d'Azur", 43.2965, 5.3698, 0.08, 0.10, "49*######", "1300*",
        12, 76469),
    City("Toulouse", "FR", "OCC", "Occitanie", 43.6047, 1.4442, 0.06, 0.08, "56*######", "31#00", 8, 35738),
    City("Madrid", "ES", "MD", "Madrid", 40.4168, -3.7038, 0.12, 0.14, "91*######", "280##", 20, 5326784),
    City("Barcelona", "ES", "CT", "Cataluña", 41.3874, 2.1686, 0.06, 0.08, "93*######", "080##", 15, 347950),
    City("Valencia", "ES", "VC", "Comunidad Valenciana", 39.4699, -0.3763, 0.05, 0.06, "96*######", "460##", 8,
        344953),
    City("Sevilla", "ES", "AN", "Andalucía", 37.3891, -5.9845, 0.05, 0.06, "954*#####", "410##", 6, 342563),
    City("Roma", "IT", "RM", "Lazio", 41.9028, 12.4964, 0.13, 0.17, "06*#######", "001##", 20, 41485),
    City("Milano", "IT", "MI", "Lombardia", 45.4642, 9.1900, 0.06, 0.09, "02*#######", "201##", 15, 44915),
    City("Torino", "IT", "TO", "Piemonte", 45.0703, 7.6869, 0.06, 0.07, "011*######", "101##", 8, 43992),
    City("Napoli", "IT", "NA", "Campania", 40.8518, 14.2681, 0.05, 0.08, "081*######", "801##", 8, 40767),
    City("Amsterdam", "NL", "NH", "Noord-Holland", 52.3676, 4.9041, 0.06, 0.11, "20*######", "10## @@", 15, 271110),
    City("Rotterdam", "NL", "ZH", "Zuid-Holland", 51.9244, 4.4777, 0.06, 0.11, "10*######", "30## @@", 8, 1411101),
    City("Utrecht", "NL", "UT", "Utrecht", 52.0907, 5.1214, 0.04, 0.07, "30*######", "35## @@", 6, 1433619),
    City("Warszawa", "PL", "MZ", "Mazowieckie", 52.2297, 21.0122, 0.11, 0.17, "22*######", "00-###", 15, 336075),
    City("Kraków", "PL", "MA", "Małopolskie", 50.0647, 19.9450, 0.07, 0.13, "12*######", "30-###", 10, 449696),
    City("Gdańsk", "PL", "PM", "Pomorskie", 54.3520, 18.6466, 0.07, 0.13, "58*######", "80-###", 6, 1385009),
    City("Lisboa", "PT", "11", "Lisboa", 38.7223, -9.1393, 0.05, 0.07, "21*######", "1##0-###", 10, 5400890),
    City("Porto", "PT", "13", "Porto", 41.1579, -8.6291, 0.03, 0.05, "22*######", "4##0-###", 6, 3459013),
    City("Stockholm", "SE", "AB", "Stockholms län", 59.3293, 18.0686, 0.08, 0.15, "8*#######", "11# ##", 12, 398021),
    City("Göteborg", "SE", "O", "Västra Götalands län", 57.7089, 11.9746, 0.08, 0.14, "31*######", "41# ##", 8,
        935611),
    City("Malmö", "SE", "M", "Skåne län", 55.6050, 13.0038, 0.04, 0.08, "40*######", "21# ##", 5, 935517),
)  # fmt: skip

OTHER_NAMES: dict[str, tuple[str, ...]] = {
    "München": ("Munich",),
    "Köln": ("Cologne",),
    "Wien": ("Vienna",),
    "Marseille": ("Marseilles",),
    "Sevilla": ("Seville",),
    "Roma": ("Rome",),
    "Milano": ("Milan",),
    "Torino": ("Turin",),
    "Napoli": ("Naples",),
    "Warszawa": ("Warsaw",),
    "Kraków": ("Cracow",),
    "Gdańsk": ("Danzig",),
    "Lisboa": ("Lisbon",),
    "Porto": ("Oporto",),
    "Göteborg": ("Gothenburg",),
}
