"""Kinds of business: what the place sources call them, and what people do in each language."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Category:
    """`words` gives, by language, the singular, the plural, and the word that business names are made with."""

    key: str
    google_type: str
    google_parents: tuple[str, ...]
    osm_tags: tuple[tuple[str, str], ...]
    weight: int
    words: dict[str, tuple[str, str, str]]


def _words(*rows: str) -> dict[str, tuple[str, str, str]]:
    languages = ("en", "de", "fr", "es", "it", "nl", "pl", "pt", "sv")
    entries = {}
    for language, row in zip(languages, rows, strict=True):
        singular, plural, in_names = row.split("|")
        entries[language] = (singular, plural, in_names)
    return entries


CATEGORIES: tuple[Category, ...] = (
    Category("dentist", "dentist", ("health",), (("amenity", "dentist"), ("healthcare", "dentist")), 20, _words(
        "dentist|dentists|Dental", "Zahnarzt|Zahnärzte|Zahnarztpraxis", "dentiste|dentistes|Cabinet dentaire",
        "dentista|dentistas|Clínica Dental", "dentista|dentisti|Studio Dentistico",
        "tandarts|tandartsen|Tandartspraktijk",
        "dentysta|dentyści|Gabinet Stomatologiczny", "dentista|dentistas|Clínica Dentária",
        "tandläkare|tandläkare|Tandvård")),
    Category("plumber", "plumber", (), (("craft", "plumber"),), 8, _words(
        "plumber|plumbers|Plumbing", "Klempner|Klempner|Sanitär", "plombier|plombiers|Plomberie",
        "fontanero|fontaneros|Fontanería", "idraulico|idraulici|Idraulica",
        "loodgieter|loodgieters|Loodgietersbedrijf",
        "hydraulik|hydraulicy|Usługi Hydrauliczne", "canalizador|canalizadores|Canalizações",
        "rörmokare|rörmokare|Rör")),
    Category("restaurant", "restaurant", ("food",), (("amenity", "restaurant"),), 12, _words(
        "restaurant|restaurants|Kitchen", "Restaurant|Restaurants|Gasthaus", "restaurant|restaurants|Restaurant",
        "restaurante|restaurantes|Restaurante", "ristorante|ristoranti|Trattoria", "restaurant|restaurants|Eethuis",
        "restauracja|restauracje|Restauracja", "restaurante|restaurantes|Restaurante",
        "restaurang|restauranger|Krog")),
    Category("lawyer", "lawyer", (), (("office", "lawyer"),), 8, _words(
        "lawyer|lawyers|Law", "Rechtsanwalt|Rechtsanwälte|Rechtsanwaltskanzlei", "avocat|avocats|Cabinet d'avocats",
        "abogado|abogados|Abogados", "avvocato|avvocati|Studio Legale", "advocaat|advocaten|Advocatuur",
        "adwokat|adwokaci|Kancelaria Adwokacka", "advogado|advogados|Advogados", "advokat|advokater|Advokatbyrå")),
    Category("hair_salon", "hair_salon", ("beauty_salon",), (("shop", "hairdresser"),), 9, _words(
        "hair salon|hair salons|Hair Studio", "Friseur|Friseure|Friseursalon", "coiffeur|coiffeurs|Salon de coiffure",
        "peluquería|peluquerías|Peluquería", "parrucchiere|parrucchieri|Parrucchieri", "kapper|kappers|Kapsalon",
        "fryzjer|fryzjerzy|Salon Fryzjerski", "cabeleireiro|cabeleireiros|Cabeleireiros", "frisör|frisörer|Frisör")),
    Category("car_repair", "car_repair", (), (("shop", "car_repair"),), 8, _words(
        "auto repair shop|auto repair shops|Auto Repair", "Autowerkstatt|Autowerkstätten|Kfz-Werkstatt",
        "garage automobile|garages automobiles|Garage", "taller mecánico|talleres mecánicos|Taller",
        "autofficina|autofficine|Autofficina", "autogarage|autogarages|Autobedrijf",
        "warsztat samochodowy|warsztaty samochodowe|Auto Serwis", "oficina|oficinas|Auto Oficina",
        "bilverkstad|bilverkstäder|Bilverkstad")),
    Category("electrician", "electrician", (), (("craft", "electrician"),), 6, _words(
        "electrician|electricians|Electric", "Elektriker|Elektriker|Elektrotechnik",
        "électricien|électriciens|Électricité",
        "electricista|electricistas|Instalaciones Eléctricas", "elettricista|elettricisti|Impianti Elettrici",
        "elektricien|elektriciens|Elektrotechniek", "elektryk|elektrycy|Usługi Elektryczne",
        "eletricista|eletricistas|Instalações Elétricas", "elektriker|elektriker|El")),
    Category("accountant", "accounting", ("finance",), (("office", "accountant"), ("office",
    "tax_advisor")), 6, _words(
        "accountant|accountants|Accounting", "Steuerberater|Steuerberater|Steuerkanzlei",
        "expert-comptable|experts-comptables|Expertise Comptable", "asesoría|asesorías|Asesoría",
        "commercialista|commercialisti|Studio Commercialista", "boekhouder|boekhouders|Administratiekantoor",
        "księgowy|księgowi|Biuro Rachunkowe", "contabilista|contabilistas|Contabilidade",
        "redovisningsbyrå|redovisningsbyråer|Redovisning")),
    Category("bakery", "bakery", ("food_store", "food"), (("shop", "bakery"),), 7, _words(
        "bakery|bakeries|Bakery", "Bäckerei|Bäckereien|Bäckerei", "boulangerie|boulangeries|Boulangerie",
        "panadería|panaderías|Panadería", "panificio|panifici|Panificio", "bakkerij|bakkerijen|Bakkerij",
        "piekarnia|piekarnie|Piekarnia", "padaria|padarias|Padaria", "bageri|bagerier|Bageri")),
    Category("cafe", "cafe", ("food",), (("amenity", "cafe"),), 8, _words(
        "coffee shop|coffee shops|Coffee", "Café|Cafés|Café", "café|cafés|Café", "cafetería|cafeterías|Cafetería",
        "caffetteria|caffetterie|Caffè", "koffiebar|koffiebars|Koffiehuis", "kawiarnia|kawiarnie|Kawiarnia",
        "pastelaria|pastelarias|Pastelaria", "kafé|kaféer|Kafé")),
    Category("hotel", "hotel", ("lodging",), (("tourism", "hotel"),), 5, _words(
        "hotel|hotels|Hotel", "Hotel|Hotels|Hotel", "hôtel|hôtels|Hôtel", "hotel|hoteles|Hotel",
        "albergo|alberghi|Albergo",
        "hotel|hotels|Hotel", "hotel|hotele|Hotel", "hotel|hotéis|Hotel", "hotell|hotell|Hotell")),
    Category("gym", "gym", ("sports_activity_location",), (("leisure", "fitness_centre"),), 4, _words(
        "gym|gyms|Fitness", "Fitnessstudio|Fitnessstudios|Fitness", "salle de sport|salles de sport|Fitness",
        "gimnasio|gimnasios|Gimnasio", "palestra|palestre|Palestra", "sportschool|sportscholen|Sportschool",
        "siłownia|siłownie|Fitness Klub", "ginásio|ginásios|Ginásio", "gym|gym|Gym")),
    Category("florist", "florist", ("store",), (("shop", "florist"),), 4, _words(
        "florist|florists|Flowers", "Blumenladen|Blumenläden|Blumen", "fleuriste|fleuristes|Fleurs",
        "floristería|floristerías|Floristería", "fiorista|fioristi|Fiori", "bloemist|bloemisten|Bloemen",
        "kwiaciarnia|kwiaciarnie|Kwiaciarnia", "florista|floristas|Flores", "florist|florister|Blommor")),
    Category("pharmacy", "pharmacy", ("health", "store"), (("amenity", "pharmacy"),), 4, _words(
        "pharmacy|pharmacies|Pharmacy", "Apotheke|Apotheken|Apotheke", "pharmacie|pharmacies|Pharmacie",
        "farmacia|farmacias|Farmacia", "farmacia|farmacie|Farmacia", "apotheek|apotheken|Apotheek",
        "apteka|apteki|Apteka",
        "farmácia|farmácias|Farmácia", "apotek|apotek|Apotek")),
    Category("veterinarian", "veterinary_care", (), (("amenity", "veterinary"),), 4, _words(
        "veterinarian|veterinarians|Animal Clinic", "Tierarzt|Tierärzte|Tierarztpraxis",
        "vétérinaire|vétérinaires|Clinique vétérinaire", "veterinario|veterinarios|Clínica Veterinaria",
        "veterinario|veterinari|Ambulatorio Veterinario", "dierenarts|dierenartsen|Dierenkliniek",
        "weterynarz|weterynarze|Gabinet Weterynaryjny", "veterinário|veterinários|Clínica Veterinária",
        "veterinär|veterinärer|Djurklinik")),
    Category("real_estate_agency", "real_estate_agency", (), (("office", "estate_agent"),), 5, _words(
        "real estate agency|real estate agencies|Realty", "Immobilienmakler|Immobilienmakler|Immobilien",
        "agence immobilière|agences immobilières|Immobilier", "inmobiliaria|inmobiliarias|Inmobiliaria",
        "agenzia immobiliare|agenzie immobiliari|Immobiliare", "makelaar|makelaars|Makelaardij",
        "agencja nieruchomości|agencje nieruchomości|Nieruchomości", "imobiliária|imobiliárias|Imobiliária",
        "mäklare|mäklare|Mäkleri")),
    Category("physiotherapist", "physiotherapist", ("health",), (("healthcare", "physiotherapist"),), 4, _words(
        "physical therapist|physical therapists|Physical Therapy", "Physiotherapeut|Physiotherapeuten|Physiotherapie",
        "kinésithérapeute|kinésithérapeutes|Kinésithérapie", "fisioterapeuta|fisioterapeutas|Fisioterapia",
        "fisioterapista|fisioterapisti|Fisioterapia", "fysiotherapeut|fysiotherapeuten|Fysiotherapie",
        "fizjoterapeuta|fizjoterapeuci|Fizjoterapia", "fisioterapeuta|fisioterapeutas|Fisioterapia",
        "fysioterapeut|fysioterapeuter|Fysioterapi")),
    Category("roofer", "roofing_contractor", (), (("craft", "roofer"),), 4, _words(
        "roofing contractor|roofing contractors|Roofing", "Dachdecker|Dachdecker|Dachdeckerei",
        "couvreur|couvreurs|Couverture",
        "techador|techadores|Tejados", "lattoniere|lattonieri|Coperture", "dakdekker|dakdekkers|Dakwerken",
        "dekarz|dekarze|Dachy", "telhador|telhadores|Telhados", "takläggare|takläggare|Tak")),
    Category("insurance_agency", "insurance_agency", ("finance",), (("office", "insurance"),), 4, _words(
        "insurance agency|insurance agencies|Insurance", "Versicherungsmakler|Versicherungsmakler|Versicherungen",
        "assureur|assureurs|Assurances", "correduría de seguros|corredurías de seguros|Seguros",
        "agenzia assicurativa|agenzie assicurative|Assicurazioni", "verzekeraar|verzekeraars|Verzekeringen",
        "agencja ubezpieczeniowa|agencje ubezpieczeniowe|Ubezpieczenia",
        "mediador de seguros|mediadores de seguros|Seguros",
        "försäkringsförmedlare|försäkringsförmedlare|Försäkring")),
)  # fmt: skip

BY_KEY: dict[str, Category] = {category.key: category for category in CATEGORIES}

BRAND_WORDS: dict[str, tuple[str, ...]] = {
    "en": ("Bright", "Riverside", "Lone Star", "Summit", "Hilltop", "Golden", "Friendly", "Family", "Pioneer",
        "Blue Sky", "Heritage", "Evergreen"),
    "de": ("Alte Mühle", "Am Stadtpark", "Rathaus", "Sonnen", "Linden", "Adler", "Nordlicht", "Zentrum", "Rosen",
        "Bellevue"),
    "fr": ("du Parc", "des Lilas", "du Centre", "Saint-Michel", "de la Gare", "Belle Vue", "du Marché",
        "des Tilleuls"),
    "es": ("del Sol", "San Miguel", "La Plaza", "Santa Ana", "El Parque", "Buenavista", "del Mar", "La Estación"),
    "it": ("del Centro", "San Marco", "La Fontana", "Bella Vista", "del Parco", "Santa Lucia", "Al Duomo", "Aurora"),
    "nl": ("De Linde", "Het Plein", "Oranje", "De Molen", "Zonneveld", "Centrum", "De Hoek", "Parkzicht"),
    "pl": ("Pod Lipami", "Centrum", "Słoneczna", "Stare Miasto", "Złota", "Nad Rzeką", "Zielona", "Premium"),
    "pt": ("do Sol", "Central", "da Praça", "Bela Vista", "São Jorge", "do Rio", "Nova Era", "da Avenida"),
    "sv": ("City", "Norra", "Solgläntan", "Eken", "Björken", "Torget", "Hamnen", "Gamla Stan"),
}  # fmt: skip
