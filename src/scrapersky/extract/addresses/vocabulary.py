"""The words postal addresses are made of: regions, countries, kinds of street, parts of buildings."""

from scrapersky.extract.phrases import words

US_STATES = {
    name: code
    for code, name in (
        pair.split(" ", 1)
        for pair in [
            "AL alabama",
            "AK alaska",
            "AZ arizona",
            "AR arkansas",
            "CA california",
            "CO colorado",
            "CT connecticut",
            "DE delaware",
            "DC district of columbia",
            "FL florida",
            "GA georgia",
            "HI hawaii",
            "ID idaho",
            "IL illinois",
            "IN indiana",
            "IA iowa",
            "KS kansas",
            "KY kentucky",
            "LA louisiana",
            "ME maine",
            "MD maryland",
            "MA massachusetts",
            "MI michigan",
            "MN minnesota",
            "MS mississippi",
            "MO missouri",
            "MT montana",
            "NE nebraska",
            "NV nevada",
            "NH new hampshire",
            "NJ new jersey",
            "NM new mexico",
            "NY new york",
            "NC north carolina",
            "ND north dakota",
            "OH ohio",
            "OK oklahoma",
            "OR oregon",
            "PA pennsylvania",
            "PR puerto rico",
            "RI rhode island",
            "SC south carolina",
            "SD south dakota",
            "TN tennessee",
            "TX texas",
            "UT utah",
            "VT vermont",
            "VA virginia",
            "WA washington",
            "WV west virginia",
            "WI wisconsin",
            "WY wyoming",
        ]
    )
}
CA_PROVINCES = {
    "alberta": "AB",
    "british columbia": "BC",
    "manitoba": "MB",
    "new brunswick": "NB",
    "newfoundland": "NL",
    "nova scotia": "NS",
    "northwest territories": "NT",
    "nunavut": "NU",
    "ontario": "ON",
    "prince edward island": "PE",
    "quebec": "QC",
    "québec": "QC",
    "saskatchewan": "SK",
    "yukon": "YT",
}
AU_STATES = {
    "new south wales": "NSW",
    "victoria": "VIC",
    "queensland": "QLD",
    "western australia": "WA",
    "south australia": "SA",
    "tasmania": "TAS",
    "australian capital territory": "ACT",
    "northern territory": "NT",
}
GB_AREAS = words(
    "AB AL B BA BB BD BH BL BN BR BS BT CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX FK FY"
    " G GL GU GY HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG NN NP NR"
    " NW OL OX PA PE PH PL PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W WA"
    " WC WD WF WN WR WS WV YO ZE GIR"
)
GB_COUNTIES = frozenset(
    [
        "bedfordshire",
        "berkshire",
        "buckinghamshire",
        "cambridgeshire",
        "cheshire",
        "cornwall",
        "cumbria",
        "derbyshire",
        "devon",
        "dorset",
        "durham",
        "essex",
        "east sussex",
        "west sussex",
        "gloucestershire",
        "hampshire",
        "herefordshire",
        "hertfordshire",
        "kent",
        "lancashire",
        "leicestershire",
        "lincolnshire",
        "norfolk",
        "northamptonshire",
        "northumberland",
        "nottinghamshire",
        "oxfordshire",
        "shropshire",
        "somerset",
        "staffordshire",
        "suffolk",
        "surrey",
        "warwickshire",
        "wiltshire",
        "worcestershire",
        "west yorkshire",
        "north yorkshire",
        "south yorkshire",
        "east yorkshire",
        "yorkshire",
        "merseyside",
        "greater manchester",
        "greater london",
        "middlesex",
        "west midlands",
        "tyne and wear",
        "aberdeenshire",
        "ayrshire",
        "fife",
        "lanarkshire",
        "midlothian",
        "west lothian",
        "east lothian",
        "gwynedd",
        "powys",
        "dyfed",
        "clwyd",
        "county antrim",
        "county down",
        "england",
        "scotland",
        "wales",
        "northern ireland",
        "berks",
        "bucks",
        "cambs",
        "glos",
        "hants",
        "herts",
        "lancs",
        "leics",
        "lincs",
        "northants",
        "notts",
        "oxon",
        "staffs",
        "wilts",
        "worcs",
    ]
)
COUNTRIES = {
    name: code
    for code, names in {
        "US": "united states,united states of america,usa,u.s.a.,u.s.a,us,u.s.",
        "GB": "united kingdom,uk,u.k.,great britain",
        "CA": "canada",
        "AU": "australia",
        "NZ": "new zealand",
        "IE": "ireland,éire",
        "DE": "germany,deutschland,allemagne,germania,alemania",
        "AT": "austria,österreich,oesterreich",
        "CH": "switzerland,schweiz,suisse,svizzera",
        "FR": "france,frankreich,francia",
        "BE": "belgium,belgique,belgië,belgien",
        "ES": "spain,españa,spanien,espagne",
        "IT": "italy,italia,italien,italie",
        "NL": "the netherlands,netherlands,nederland,niederlande,holland,pays-bas",
        "PL": "poland,polska,polen",
        "PT": "portugal",
        "SE": "sweden,sverige,schweden",
        "NO": "norway,norge,norwegen",
        "DK": "denmark,danmark,dänemark",
        "FI": "finland,suomi,finnland",
        "LU": "luxembourg,luxemburg",
        "CZ": "czech republic,czechia,česko,česká republika",
        "SK": "slovakia,slovensko",
        "HU": "hungary,magyarország",
        "RO": "romania,românia",
        "GR": "greece",
        "IN": "india",
        "CN": "china,p.r. china,p.r.china,pr china,pr. china",
        "JP": "japan",
        "KR": "south korea,korea",
        "SG": "singapore",
        "HK": "hong kong",
        "MX": "mexico,méxico",
        "BR": "brazil,brasil",
        "CO": "colombia",
        "JM": "jamaica",
        "ZA": "south africa",
        "TR": "turkey,türkiye",
        "IL": "israel",
        "AE": "united arab emirates,uae",
        "UA": "ukraine",
        "KZ": "kazakhstan",
        "RU": "russia,russian federation",
        "LB": "lebanon",
        "EG": "egypt",
        "SA": "saudi arabia",
        "TH": "thailand",
        "MY": "malaysia",
        "PH": "philippines",
        "ID": "indonesia",
        "VN": "vietnam",
        "TW": "taiwan",
        "PK": "pakistan",
        "BD": "bangladesh",
        "LK": "sri lanka",
        "AR": "argentina",
        "CL": "chile",
        "PE": "peru,perú",
        "VE": "venezuela",
        "CR": "costa rica",
        "PA": "panama",
        "NG": "nigeria",
        "KE": "kenya",
        "GH": "ghana",
        "MA": "morocco,maroc",
        "TN": "tunisia",
        "BG": "bulgaria",
        "HR": "croatia,hrvatska",
        "SI": "slovenia,slovenija",
        "RS": "serbia",
        "LT": "lithuania",
        "LV": "latvia",
        "EE": "estonia",
        "IS": "iceland",
        "MT": "malta",
        "CY": "cyprus",
        "AZ": "azerbaijan",
        "GE": "georgia (country)",
        "BS": "bahamas",
        "TT": "trinidad and tobago",
        "BB": "barbados",
    }.items()
    for name in names.split(",")
}
# A number before, a name between: enough to be a street even inside a sentence.
STRONG_TYPES = (
    "street|str|st|avenue|aven|ave|av|road|rd|boulevard|blvd|lane|ln|highway|hwy|parkway|pkwy|pky|freeway"
    "|expressway|turnpike"
    "|tpke|pike|terrace|terr|ter|crescent|cres|causeway|cswy|mews|esplanade"
)
# Words that sentences use as well: they need a line of their own, or a place after them.
WEAK_TYPES = (
    "drive|dr|circle|cir|court|crt|ct|crossing|xing|place|pl|plaza|plz|square|sq|trail|trl|way|close|gardens"
    "|gdns|grove|walk|hill|row|quay"
    "|wharf|green|parade|pde|alley|loop|park|point|pointe|pt|ridge|run|path|view|vista|bend|cove|glen|heights"
    "|hts|landing|manor"
    "|meadow|pass|gate|yard|drove|approach|broadway|rise|common|circus|commons|center|centre|ctr|village|mall"
    "|island|bypass|fwy"
    "|expy|spur|trace|trce|creek|estate|lea|mount|bridge|link|ramp|dale|end|fold|croft|side|bank|strand|hall"
)
DIRECTIONS = (
    "northeast|northwest|southeast|southwest|north|south|east|west|ne|nw|se|sw|n\\.?e|n\\.?w|s\\.?e|s\\.?w|n|s|e|w"
)
BUILDING_WORDS = words(
    "house court centre center park building bldg mill estate tower towers works barn barns farm hall lodge wharf"
    " chambers yard plaza mall campus arcade complex mansion mansions studios studio cottage manor block wing suite"
    " unit floor level office offices business industrial trading enterprise shopping retail technology science quay"
    " exchange institute square gebäude haus immeuble bâtiment edificio edifício palazzo zone zac za zi centrum"
)
GERMANIC_ENDINGS = (
    "straße|strasse|str\\.|str|weg|platz|allee|gasse|gässli|ring|damm|ufer|chaussee|steig|stieg|graben|markt"
    "|hof|berg|promenade"
    "|zeile|brücke|anger|pfad|kamp|straat|laan|plein|kade|gracht|dijk|singel|steenweg|dreef|baan|gatan|gata"
    "|gate|gaten|vägen"
    "|väg|veien|vegen|vej|vei|gade|torget|torg|torvet|torv|plads|plass|allén|allé|alle|gränd|stigen|backen"
    "|katu|tie|kuja|polku"
    "|tori|aukio|bulevardi|ranta|penger|väylä|kaari|puistikko|esplanadi"
)
ROMANCE_TYPES = (
    "rue|avenue|av\\.|boulevard|boul\\.|bd|blvd|place|quai|chemin|route|allée|allées|impasse|cours|square"
    "|passage|faubourg|chaussée|sentier"
    "|via|viale|piazza|piazzale|corso|largo|vicolo|strada|contrada|lungomare|lungotevere|borgo|galleria|salita|località"
    "|calle|c/|c\\.|avenida|avda\\.?|avd\\.?|paseo|pº|p\\.º|plaza|pza\\.?|plza\\.?|carretera|ctra\\.?|camino"
    "|ronda|travesía|glorieta"
    "|rambla|carrer|polígono|pol\\.|cra\\.?|carrera|calz\\.|calzada|rua|r\\.|praça|pç\\.|alameda|travessa|estrada|largo"
    "|ul\\.|ulica|al\\.|aleja|aleje|pl\\.|plac|os\\.|osiedle|ulice|nám\\.|náměstí|námestie|str\\.|strada|bulevardul"
)
COUNTRY_OF_STREET = {
    "DE": words("straße strasse str. platz gasse allee chaussee damm ufer"),
    "NL": words("straat laan plein kade gracht dijk singel"),
    "SE": words("gatan vägen torget gränd"),
    "NO": words("veien vegen gata gaten"),
    "DK": words("vej gade torv plads"),
    "FI": words("katu tie kuja"),
    "FR": words("rue quai chemin allée impasse boulevard"),
    "IT": words("via viale piazza piazzale corso vicolo"),
    "ES": words("calle c/ avenida avda paseo plaza carrer carretera"),
    "PT": words("rua praça travessa estrada alameda"),
    "PL": words("ul. ulica aleja al. os."),
}
