"""The words of opening hours in ten languages and a few more, in lower case without accents."""

from scrapersky.extract.folding import folded
from scrapersky.extract.phrases import words

# English, German, French, Spanish, Italian, Dutch, Polish, Portuguese, Swedish, Norwegian and Danish, Finnish; then
# Czech and Slovak, Hungarian, Romanian, Turkish, Russian and Ukrainian, Greek, Japanese, Korean, Chinese.
_DAY_WORDS = (
    (
        "monday mondays mon mo m montag montags mont lundi lundis lun lu lunes lunedi maandag maandags ma"
        " poniedzialek pon pn segunda segunda-feira seg mandag mandage man mandagar maanantai maanantaisin"
        " pondeli pondelok po hetfo luni pazartesi pzt понедельник понеділок пн δευτερα δευ"
        " 月 月曜 月曜日 월 월요일 周一 星期一 週一"
    ),
    (
        "tuesday tuesdays tues tue tu dienstag dienstags di die mardi mardis mar martes martedi dinsdag dinsdags"
        " wtorek wt terca terca-feira ter tisdag tis tirsdag tirsdage tir tiistai tiistaisin ti"
        " utery utorok kedd marti sal\u0131 sali вторник вівторок вт τριτη 火 火曜 火曜日 화 화요일 周二 星期二 週二"
    ),
    (
        "wednesday wednesdays weds wed we w mittwoch mittwochs mi mit mercredi mercredis mer me miercoles mie"
        " mercoledi woensdag woensdags wo sroda sr quarta quarta-feira qua onsdag onsdage ons on keskiviikko"
        " keskiviikkoisin ke streda szerda miercuri carsamba среда среду середа \u0441\u0440 τεταρτη 水 水曜 水曜日"
        " 수 수요일 周三 星期三 週三"
    ),
    (
        "thursday thursdays thurs thur thu th donnerstag donnerstags do don jeudi jeudis jeu je jueves jue ju giovedi"
        " gio gi donderdag donderdags czwartek czw cz quinta quinta-feira qui torsdag torsdage tors tor to torstai"
        " torstaisin ctvrtek stvrtok csutortok joi persembe четверг четвер чт πεμπτη 木 木曜 木曜日 목 목요일"
        " 周四 星期四 週四"
    ),
    (
        "friday fridays fri fr f freitag freitags vendredi vendredis ven ve viernes vie vi venerdi vrijdag vrijdags"
        " vr piatek pt pia sexta sexta-feira sex fredag fredage fre perjantai perjantaisin pe patek piatok pentek"
        " vineri cuma пятница пятницу п'ятниця пт παρασκευη παρ 金 金曜 金曜日 금 금요일 周五 星期五 週五"
    ),
    (
        "saturday saturdays sat sa samstag samstags sonnabend sonnabends samedi samedis sam sabado sabados sab sabato"
        " zaterdag zaterdags za sobota sob sb lordag lordage lor loverdag lauantai lauantaisin la"
        " szombat sambata cumartesi cmt суббота субботу субота \u0441\u0431 σαββατο σαβ 土 土曜 土曜日"
        " 토 토요일 周六 星期六 週六"
    ),
    (
        "sunday sundays sun su sonntag sonntags so son dimanche dimanches dim domingo domingos dom domenica zondag"
        " zondags zo niedziela niedz nd ndz sondag sondage son sunnuntai sunnuntaisin"
        " nedele nedela vasarnap duminica pazar воскресенье неділя вс нд κυριακη κυρ 日 日曜 日曜日 일 일요일"
        " 周日 周天 星期日 星期天 週日"
    ),
)
DAY_NUMBERS = {word: number for number, day in reversed(list(enumerate(_DAY_WORDS))) for word in folded(day).split()}
# Czech and Slovak short forms: elsewhere they are other words, or another day. They count beside their Monday.
CZECH_DAYS = {"ut": 1, "st": 2, "ct": 3, "pa": 4, "pi": 4, "so": 5, "ne": 6}
# Short words that are something else in running text: they count only beside another day or a time.
LONGEST_SHORT_DAY = 3
SHORT_DAYS = frozenset(word for word in DAY_NUMBERS if len(word) <= LONGEST_SHORT_DAY)

ALL_DAYS = folded(
    "every day|everyday|daily|7 days a week|7 days per week|seven days a week|taglich|jeden tag|tous les"
    " jours|7j/7|7 jours sur 7|todos los dias"
    "|a diario|diariamente|tutti i giorni|dagelijks|alle dagen|elke dag|codziennie|todos os dias|dagligen"
    "|alla dagar|daglig|dagligt|alle dager|alle dage"
    "|paivittain|joka paiva|denne|kazdy den|minden nap|zilnic|her gun|ежедневно|щодня|καθημερινα|毎日|매일|每天"
)
WEEKDAYS = folded(
    "weekdays|weekday|werktags|wochentags|en semaine|jours ouvrables|dias laborables|entre semana"
    "|giorni feriali|feriali|doordeweeks|werkdagen"
    "|dni robocze|dias uteis|vardagar|vard|hverdager|hverdage|arkisin|ma-pe"
    "|hetkoznap|hafta ici|в будни|будни|будние дни|平日|평일|工作日"
)
WEEKEND = folded(
    "weekends|weekend|am wochenende|wochenende|week-end|fines de semana|fin de semana|fine settimana|weekeinde"
    "|weekendy|fim de semana|fins de semana"
    "|helger|helg|viikonloppuisin|viikonloput|vikend|hetvege|hafta sonu|выходные|주말|周末|週末"
)
CLOSED = words(
    folded(
        "closed geschlossen ruhetag fermee fermes fermeture ferme cerrado cerrada cerramos chiusa chiuso gesloten"
        " zamkniete zamkniety nieczynne fechado fechada encerrado encerrada stangt stengt lukket suljettu off"
        " zavreno zatvorene zarva szunnap inchis kapali kapal\u0131 выходнои закрыто вихіднии зачинено κλειστα κλειστο"
        " 定休 定休日 休診 休診日 休業 休み 휴진 휴무 휴무일 休息"
    )
)
HOLIDAYS = words(
    folded(
        "ph sh publicholidays holiday holidays feiertag feiertage feiertags feiertagen feries festivos festivo festivi"
        " feestdagen swieta feriados helgdagar helligdager helligdage pyhat svatky unnepnap"
        " sarbatori 祝 祝日 공휴일"
    )
)
ROUND_THE_CLOCK = (
    r"24\s?/\s?7|24\s?(?:hours|hrs|hour|stunden|std|heures|horas|ore|uur|godziny|timmar|timer|tuntia)(?:\s(?:a"
    r"|per|pro|par|al)\s\w{1,8})?|24h(?:/24)?"
    r"|rund um die uhr|dygnet runt|dognet rundt|calodobowo|nonstop|круглосуточно|цілодобово|24時間"
)
PARTS_OF_DAY = (
    "mornings?|afternoons?|evenings?|vormittags?|nachmittags?|abends?|matin|apres[- ]midi|soir|mananas?|tardes?"
    "|mattin[ao]|pomeriggio|sera|s?ochtends?|namiddag|s?middags|s?avonds?|popoludnie|po poludniu|wieczor|manha|noite"
    "|formiddag|eftermiddag|kvall|ettermiddag|aften|aamupaiva|iltapaiva|dopoledne|odpoledne|утром|вечером|午前|午後"
    "|오전|오후|上午|下午"
)
LIST_WORDS = words("and und et y e en i och og ja ed sowie & + / , u es si ve и та και \u30fb \u3001")
RANGES = words(
    "- \u2013 \u2014 ~ to bis a al au as ao tot t/m tm til till until through thru do ate hasta alle fino from-to"
    " до εως"
)
BETWEEN = words("between zwischen entre tra fra tussen mellan mellom mellem miedzy")
MONTHS = (
    "jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|mar(?:ch|s|z|zo|ec)?|apr(?:il|ile)?|may|mai|mei|maj|mayo|maggio"
    "|jun(?:e|i|io)?|jul(?:y|i|io)?|aug(?:ust|ustus)?"
    "|sep(?:t|tember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?|janvier|fevrier|avril|juin|juillet|aout"
    "|septembre|octobre|novembre|decembre|enero|febrero"
    "|abril|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|giugno|luglio"
    "|settembre|ottobre|dicembre|januari|februari|juni|juli"
)
