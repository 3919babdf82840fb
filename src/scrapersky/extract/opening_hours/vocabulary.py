"""The words of opening hours in ten languages and a few more, in lower case without accents."""

from scrapersky.extract.phrases import words

# English, German, French, Spanish, Italian, Dutch, Polish, Portuguese, Swedish, Norwegian and Danish, Finnish.
_DAY_WORDS = (
    (
        "monday mondays mon mo m montag montags mont lundi lundis lun lu lunes lunedi maandag maandags ma"
        " poniedzialek pon pn segunda segunda-feira seg mandag mandage man mandagar maanantai maanantaisin"
    ),
    (
        "tuesday tuesdays tues tue tu dienstag dienstags di die mardi mardis mar martes martedi dinsdag dinsdags"
        " wtorek wt terca terca-feira ter tisdag tis tirsdag tirsdage tir tiistai tiistaisin ti"
    ),
    (
        "wednesday wednesdays weds wed we w mittwoch mittwochs mi mit mercredi mercredis mer me miercoles mie"
        " mercoledi woensdag woensdags wo sroda sr quarta quarta-feira qua onsdag onsdage ons on keskiviikko"
        " keskiviikkoisin ke"
    ),
    (
        "thursday thursdays thurs thur thu th donnerstag donnerstags do don jeudi jeudis jeu je jueves jue ju giovedi"
        " gio gi donderdag donderdags czwartek czw cz quinta quinta-feira qui torsdag torsdage tors tor to torstai"
        " torstaisin"
    ),
    (
        "friday fridays fri fr f freitag freitags vendredi vendredis ven ve viernes vie vi venerdi vrijdag vrijdags"
        " vr piatek pt pia sexta sexta-feira sex fredag fredage fre perjantai perjantaisin pe"
    ),
    (
        "saturday saturdays sat sa samstag samstags sonnabend sonnabends samedi samedis sam sabado sabados sab sabato"
        " zaterdag zaterdags za sobota sob sb lordag lordage lor loverdag lauantai lauantaisin la"
    ),
    (
        "sunday sundays sun su sonntag sonntags so son dimanche dimanches dim domingo domingos dom domenica zondag"
        " zondags zo niedziela niedz nd ndz sondag sondage son sunnuntai sunnuntaisin"
    ),
)
DAY_NUMBERS = {word: number for number, day in reversed(list(enumerate(_DAY_WORDS))) for word in day.split()}
# Short words that are something else in running text: they count only beside another day or a time.
SHORT_DAYS = frozenset(word for word in DAY_NUMBERS if len(word) <= 3)

ALL_DAYS = (
    "every day|everyday|daily|7 days a week|7 days per week|seven days a week|taglich|jeden tag|tous les"
    " jours|7j/7|7 jours sur 7|todos los dias"
    "|a diario|diariamente|tutti i giorni|dagelijks|alle dagen|elke dag|codziennie|todos os dias|dagligen"
    "|alla dagar|daglig|dagligt|alle dager|alle dage"
    "|paivittain|joka paiva"
)
WEEKDAYS = (
    "weekdays|weekday|werktags|wochentags|en semaine|jours ouvrables|dias laborables|entre semana"
    "|giorni feriali|feriali|doordeweeks|werkdagen"
    "|dni robocze|dias uteis|vardagar|vard|hverdager|hverdage|arkisin|ma-pe"
)
WEEKEND = (
    "weekends|weekend|am wochenende|wochenende|week-end|fines de semana|fin de semana|fine settimana|weekeinde"
    "|weekendy|fim de semana|fins de semana"
    "|helger|helg|viikonloppuisin|viikonloput"
)
CLOSED = words(
    "closed geschlossen ruhetag fermee fermes fermeture ferme cerrado cerrada cerramos chiusa chiuso gesloten"
    " zamkniete zamkniety nieczynne fechado fechada encerrado encerrada stangt stengt lukket suljettu off"
)
HOLIDAYS = words(
    "ph sh publicholidays holiday holidays feiertag feiertage feiertags feiertagen feries festivos festivo festivi"
    " feestdagen swieta feriados helgdagar helligdager helligdage pyhat"
)
ROUND_THE_CLOCK = (
    r"24\s?/\s?7|24\s?(?:hours|hrs|hour|stunden|std|heures|horas|ore|uur|godziny|timmar|timer|tuntia)(?:\s(?:a"
    r"|per|pro|par|al)\s\w{1,8})?|24h(?:/24)?"
    r"|rund um die uhr|dygnet runt|dognet rundt|calodobowo"
)
LIST_WORDS = words("and und et y e en i och og ja ed sowie & + / , u")
RANGES = words(
    "- \u2013 \u2014 ~ to bis a al au as ao tot t/m tm til till until through thru do ate hasta alle fino from-to"
)
MONTHS = (
    "jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|mar(?:ch|s|z|zo|ec)?|apr(?:il|ile)?|may|mai|mei|maj|mayo|maggio"
    "|jun(?:e|i|io)?|jul(?:y|i|io)?|aug(?:ust|ustus)?"
    "|sep(?:t|tember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?|janvier|fevrier|avril|juin|juillet|aout"
    "|septembre|octobre|novembre|decembre|enero|febrero"
    "|abril|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|giugno|luglio"
    "|settembre|ottobre|dicembre|januari|februari|juni|juli"
)
