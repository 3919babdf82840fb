"""What differs from country to country: the words beside values, the days, how times and streets are written."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    """Words that lie between bars are alternatives; `time` is a format of hour and minute, or 12 for am and pm."""

    phone: str
    fax: str
    email: str
    hours: str
    closed: str
    days: str
    short_days: str
    to: str
    time: str = "{:02d}:{:02d}"


@dataclass(frozen=True, slots=True)
class Locale:
    """A country: its language, and streets and towns as they are written there."""

    region: str
    language: Language
    streets: tuple[str, ...]
    towns: tuple[str, ...]


_ENGLISH_AT_NOON = Language(
    phone="Phone|Tel|Telephone|Call us|T|Ph",
    fax="Fax|F|Facsimile",
    email="Email|E-mail|E|Write to us",
    hours="Opening hours",
    closed="Closed",
    days="Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday",
    short_days="Mon|Tue|Wed|Thu|Fri|Sat|Sun",
    to="to",
    time="12",
)
_ENGLISH = Language(
    phone="Phone|Tel|Telephone|Call us|T|Ph",
    fax="Fax|F|Facsimile",
    email="Email|E-mail|E|Write to us",
    hours="Opening hours",
    closed="Closed",
    days="Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday",
    short_days="Mon|Tue|Wed|Thu|Fri|Sat|Sun",
    to="to",
)
_GERMAN = Language(
    phone="Telefon|Tel.|Fon|T",
    fax="Telefax|Fax",
    email="E-Mail|Mail",
    hours="Öffnungszeiten",
    closed="geschlossen",
    days="Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag",
    short_days="Mo|Di|Mi|Do|Fr|Sa|So",
    to="bis",
    time="{:02d}:{:02d} Uhr",
)
_FRENCH = Language(
    phone="Téléphone|Tél.|Tél",
    fax="Fax|Télécopie",
    email="E-mail|Courriel",
    hours="Horaires d'ouverture",
    closed="Fermé",
    days="Lundi|Mardi|Mercredi|Jeudi|Vendredi|Samedi|Dimanche",
    short_days="Lun|Mar|Mer|Jeu|Ven|Sam|Dim",
    to="à",
    time="{:d}h{:02d}",
)
_DUTCH = Language(
    phone="Telefoon|Tel|T",
    fax="Fax",
    email="E-mail|Mail",
    hours="Openingstijden",
    closed="Gesloten",
    days="Maandag|Dinsdag|Woensdag|Donderdag|Vrijdag|Zaterdag|Zondag",
    short_days="ma|di|wo|do|vr|za|zo",
    to="t/m",
)
_SPANISH = Language(
    phone="Teléfono|Tel.|Tlf",
    fax="Fax",
    email="Correo electrónico|Email",
    hours="Horario",
    closed="Cerrado",
    days="Lunes|Martes|Miércoles|Jueves|Viernes|Sábado|Domingo",
    short_days="Lun|Mar|Mié|Jue|Vie|Sáb|Dom",
    to="a",
)
_ITALIAN = Language(
    phone="Telefono|Tel.|Tel",
    fax="Fax",
    email="E-mail|Email",
    hours="Orari di apertura",
    closed="Chiuso",
    days="Lunedì|Martedì|Mercoledì|Giovedì|Venerdì|Sabato|Domenica",
    short_days="Lun|Mar|Mer|Gio|Ven|Sab|Dom",
    to="-",
)
_PORTUGUESE = Language(
    phone="Telefone|Tel.",
    fax="Fax",
    email="E-mail|Email",
    hours="Horário",
    closed="Encerrado",
    days="Segunda-feira|Terça-feira|Quarta-feira|Quinta-feira|Sexta-feira|Sábado|Domingo",
    short_days="Seg|Ter|Qua|Qui|Sex|Sáb|Dom",
    to="a",
    time="{:02d}h{:02d}",
)
_BRAZILIAN = Language(
    phone="Telefone|Fone|Tel.",
    fax="Fax",
    email="E-mail|Email",
    hours="Horário de atendimento",
    closed="Fechado",
    days="Segunda|Terça|Quarta|Quinta|Sexta|Sábado|Domingo",
    short_days="Seg|Ter|Qua|Qui|Sex|Sáb|Dom",
    to="a",
    time="{:02d}h{:02d}",
)
_POLISH = Language(
    phone="Telefon|Tel.|tel.",
    fax="Faks|Fax",
    email="E-mail|Email",
    hours="Godziny otwarcia",
    closed="Zamknięte",
    days="Poniedziałek|Wtorek|Środa|Czwartek|Piątek|Sobota|Niedziela",
    short_days="Pon|Wt|Śr|Czw|Pt|Sob|Ndz",
    to="-",
)
_SWEDISH = Language(
    phone="Telefon|Tel",
    fax="Fax",
    email="E-post|Mejl",
    hours="Öppettider",
    closed="Stängt",
    days="Måndag|Tisdag|Onsdag|Torsdag|Fredag|Lördag|Söndag",
    short_days="Mån|Tis|Ons|Tors|Fre|Lör|Sön",
    to="-",
)
_DANISH = Language(
    phone="Telefon|Tlf.|Tlf",
    fax="Fax",
    email="E-mail|Mail",
    hours="Åbningstider",
    closed="Lukket",
    days="Mandag|Tirsdag|Onsdag|Torsdag|Fredag|Lørdag|Søndag",
    short_days="Man|Tir|Ons|Tor|Fre|Lør|Søn",
    to="-",
    time="{:02d}.{:02d}",
)
_FINNISH = Language(
    phone="Puhelin|Puh.",
    fax="Faksi",
    email="Sähköposti",
    hours="Aukioloajat",
    closed="Suljettu",
    days="Maanantai|Tiistai|Keskiviikko|Torstai|Perjantai|Lauantai|Sunnuntai",
    short_days="Ma|Ti|Ke|To|Pe|La|Su",
    to="-",
    time="{:02d}.{:02d}",
)
_CZECH = Language(
    phone="Telefon|Tel.",
    fax="Fax",
    email="E-mail|Email",
    hours="Otevírací doba",
    closed="Zavřeno",
    days="Pondělí|Úterý|Středa|Čtvrtek|Pátek|Sobota|Neděle",
    short_days="Po|Út|St|Čt|Pá|So|Ne",
    to="-",
    time="{:d}:{:02d}",
)
_HUNGARIAN = Language(
    phone="Telefon|Tel.",
    fax="Fax",
    email="E-mail|Email",
    hours="Nyitvatartás",
    closed="Zárva",
    days="Hétfő|Kedd|Szerda|Csütörtök|Péntek|Szombat|Vasárnap",
    short_days="Hétfő|Kedd|Szerda|Csütörtök|Péntek|Szombat|Vasárnap",
    to="-",
    time="{:d}:{:02d}",
)

LOCALES = (
    Locale(
        "US",
        _ENGLISH_AT_NOON,
        ("1420 Fifth Avenue", "88 Oak Hollow Drive", "220 Broadway", "3105 N Lamar Blvd", "17 County Road 12"),
        ("Seattle, WA 98101", "Austin, TX 78756", "Spokane, WA 99201", "Salem, OR 97301"),
    ),
    Locale(
        "CA",
        _ENGLISH_AT_NOON,
        ("455 Granville Street", "12 Maple Crescent", "9080 Yonge St"),
        ("Vancouver, BC V6C 1T2", "Toronto, ON M5E 1A5"),
    ),
    Locale(
        "GB",
        _ENGLISH,
        ("14 High Street", "7 The Shambles", "22 Church Lane", "5 Mill Hill"),
        ("Leeds LS1 4AB", "York YO1 7LZ", "Totnes TQ9 5RY"),
    ),
    Locale(
        "AU",
        _ENGLISH_AT_NOON,
        ("27 Collie Street", "3/118 Marine Parade", "510 Stirling Highway"),
        ("Fremantle WA 6160", "Perth WA 6000", "Cottesloe WA 6011", "Newtown NSW 2042"),
    ),
    Locale(
        "NZ",
        _ENGLISH_AT_NOON,
        ("61 Cuba Street", "9 Marine Parade"),
        ("Te Aro, Wellington 6011", "Napier South, Napier 4110"),
    ),
    Locale(
        "ZA",
        _ENGLISH,
        ("12 Long Street", "127 Florida Road", "4 Oak Avenue"),
        ("Gardens, Cape Town, 8001", "Morningside, Durban, 4001", "Sandton, Johannesburg, 2196"),
    ),
    Locale(
        "DE",
        _GERMAN,
        ("Hauptstraße 12", "Am Alten Markt 5", "Lindenallee 3a", "Bahnhofstr. 44"),
        ("50667 Köln", "10115 Berlin", "80331 München"),
    ),
    Locale("AT", _GERMAN, ("Mariahilfer Straße 20", "Kirchengasse 7", "Hauptplatz 1"), ("1070 Wien", "8010 Graz")),
    Locale(
        "FR",
        _FRENCH,
        ("12 rue de la République", "3 avenue Jean Jaurès", "8 place du Marché"),
        ("69002 Lyon", "75011 Paris", "31000 Toulouse"),
    ),
    Locale("BE", _FRENCH, ("Rue Haute 14", "Avenue Louise 200"), ("1000 Bruxelles", "4000 Liège")),
    Locale(
        "NL", _DUTCH, ("Prinsengracht 112", "Kerkstraat 5", "Dorpsweg 33"), ("1015 EA Amsterdam", "3511 LH Utrecht")
    ),
    Locale(
        "ES",
        _SPANISH,
        ("Calle Mayor 14", "Avenida de la Constitución, 3", "Plaza Nueva 2"),
        ("28013 Madrid", "41001 Sevilla"),
    ),
    Locale(
        "IT",
        _ITALIAN,
        ("Via Roma 14", "Piazza Garibaldi, 3", "Corso Italia 25"),
        ("20121 Milano (MI)", "50122 Firenze (FI)"),
    ),
    Locale("PT", _PORTUGUESE, ("Rua Augusta 24", "Avenida da Liberdade, 110"), ("1100-053 Lisboa", "4050-253 Porto")),
    Locale(
        "BR",
        _BRAZILIAN,
        ("Rua das Flores, 120", "Av. Paulista, 1578"),
        ("Centro, Curitiba - PR, 80020-120", "Bela Vista, São Paulo - SP, 01310-200"),
    ),
    Locale(
        "PL",
        _POLISH,
        ("ul. Długa 14", "al. Niepodległości 120", "ul. Kwiatowa 3/5"),
        ("00-238 Warszawa", "31-147 Kraków"),
    ),
    Locale("SE", _SWEDISH, ("Storgatan 12", "Kungsvägen 5"), ("111 23 Stockholm", "411 05 Göteborg")),
    Locale("DK", _DANISH, ("Nørregade 14", "Strandvejen 203"), ("1165 København K", "8000 Aarhus C")),
    Locale("FI", _FINNISH, ("Mannerheimintie 14", "Hämeenkatu 3"), ("00100 Helsinki", "33100 Tampere")),
    Locale("CZ", _CZECH, ("Dlouhá 14", "Husova 220/5"), ("110 00 Praha 1", "602 00 Brno")),
    Locale("HU", _HUNGARIAN, ("Váci utca 12", "Kossuth tér 3"), ("1052 Budapest", "6720 Szeged")),
)
