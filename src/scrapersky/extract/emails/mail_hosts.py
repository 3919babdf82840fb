"""What the host of a mail address tells: who registered it, whether anyone can have an address there, its rules."""

from functools import cache, lru_cache

from publicsuffixlist import PublicSuffixList

_SIMULATED_SUFFIX = "example"
_GOOGLE = frozenset(("gmail.com", "googlemail.com"))
_PLUS_TAG_HOSTS = """
outlook.com hotmail.com live.com msn.com fastmail.com icloud.com me.com mac.com proton.me protonmail.com pm.me
zoho.com yandex.ru yandex.com mailbox.org posteo.de
"""
_FREE_MAIL_NAMES = """
gmail googlemail yahoo ymail rocketmail outlook hotmail live msn aol icloud gmx yandex protonmail zoho rediffmail
naver hanmail daum qq 163 126 sina rambler freenet t-online wanadoo laposte libero virgilio alice terra uol seznam
centrum btinternet ntlworld talktalk comcast verizon cox sbcglobal bellsouth att earthlink charter optonline
mindspring juno netzero rogers shaw sympatico telus bigpond optusnet xtra telenet skynet ziggo kpnmail planet bluewin
hispeed sunrise aon interia onet citromail freemail abv telia telfort home hetnet netcologne ewetel osnanet htp-tel
unitybox kabelmail vodafonemail mnet-online mnet-mail kabelbw versanet wtnet onlinehome chello utanet kabsi liwest
swissonline quickline club-internet cegetel numericable aliceadsl nordnet 9online libertysurf tiscalinet fastwebnet
inwind iol teletu supereva jazztel euskaltel mundo-r netcabo clix telepac oninet netvisao upcmail casema zonnet
quicknet xs4all kpnplanet caiway belgacom brutele virginmedia freeserve btopenworld lineone onetel windstream
frontiernet embarqmail centurytel centurylink suddenlink wowway cableone peoplepc netscape pacbell swbell ameritech
mchsi videotron cogeco eastlink sasktel xplornet execulink iinet internode westnet ozemail iprimus netspace slingshot
ihug orcon bredband bredband2 comhem swipnet broadpark altibox frisurf tdcadsl stofanet webspeed jubii youmail simnet
kolumbus elisanet saunalahti luukku suomi24 dnainternet welho zoznam azet stonline t-email invitel vipmail indamail
digikabel externet axelero enternet rdslink clicknet upcnet neostrada otenet forthnet t-com htnet iskon siol t-2 eunet
verat beotel superonline ttmail ttnet mynet netvision bezeqint zahav walla bigmir takas latnet globomail zipmail
superig fibertel infovia infinitum entelchile manquehue emcali mweb telkomsa iafrica absamail vodamail lantic vsnl
sancharnet bsnl sify airtelmail dataone indiatimes loxinfo cscoms indosat pldtdsl streamyx jaring singnet netvigator
sohu aliyun foxmail 139 189 21cn ocn nifty so-net biglobe plala docomo ezweb softbank asahi-net hanafos hinet pchome
vnn vodafone tiscali pec legalmail arubapec postecert cert pecimprese sicurezzapostale
"""
_FREE_MAIL_HOSTS = """
web.de orange.fr free.fr sfr.fr neuf.fr bbox.fr mail.ru inbox.ru list.ru bk.ru me.com mac.com pm.me proton.me mail.com
email.it tin.it wp.pl o2.pl op.pl email.cz ukr.net i.ua sapo.pt posteo.de mailbox.org fastmail.com hey.com
tutanota.com bol.com.br ig.com.br sky.com blueyonder.co.uk eircom.net online.no post.cz volny.cz mail.bg arcor.de
net.hr inet.hr vip.hr email.si volja.net dir.bg gbg.bg online.de email.de mail.de a1.net drei.at vol.at noos.fr
voila.fr poste.it telefonica.net ono.com movistar.es ya.com telecable.es scarlet.be pandora.be proximus.be voo.be
virgin.net plus.com iol.ie frontier.com q.com rr.com tds.net hughes.net optimum.net usa.net bell.net mts.net
tpg.com.au dodo.com.au paradise.net.nz clear.net.nz spray.se passagen.se c2i.net lyse.net start.no mail.dk ofir.dk
tele.dk inet.fi netti.fi atlas.cz quick.cz pobox.sk post.sk vp.pl tlen.pl gazeta.pl poczta.fm hol.gr in.gr mail.gr
sbb.rs ptt.rs mts.rs bih.net.ba teol.net blic.net t.mk pochta.ru narod.ru ngs.ru nm.ru ya.ru tut.by meta.ua zebra.lt
delfi.lt one.lt apollo.lv hot.ee neti.ee online.ee oi.com.br r7.com globo.com vtr.net cbn.net.id telkom.net tm.net.my
pacific.net.sg starhub.net.sg hkbn.net tom.com yeah.net excite.co.jp infoweb.ne.jp dion.ne.jp odn.ne.jp dream.jp
nate.com korea.com seed.net.tw fpt.vn
"""
_PLUS_TAGS = _GOOGLE | frozenset(_PLUS_TAG_HOSTS.split())
_FREE_NAMES = frozenset(_FREE_MAIL_NAMES.split())
_FREE_HOSTS = frozenset(_FREE_MAIL_HOSTS.split())


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList(accept_unknown=False)


@lru_cache(maxsize=1_024)
def registrable_domain(host: str) -> str | None:
    """The domain somebody registered; None for a bare suffix, an unknown one, or an address made of numbers.

    >>> registrable_domain("mail.acme.co.uk"), registrable_domain("co.uk"), registrable_domain("logo@2x.png")
    ('acme.co.uk', None, None)
    >>> registrable_domain("www.acme.example")
    'acme.example'
    """
    labels = host.strip().strip(".").lower().split(".")
    if len(labels) < 2 or len(host) > 253 or not all(labels):
        return None
    if labels[-1] == _SIMULATED_SUFFIX:
        return ".".join(labels[-2:])
    domain: str | None = _suffixes().privatesuffix(".".join(labels))
    return domain


def is_free_mail(host: str) -> bool:
    """Whether anyone can have an address there, so that the host says nothing about whose it is.

    >>> is_free_mail("yahoo.co.uk"), is_free_mail("acme.com")
    (True, False)
    """
    domain = registrable_domain(host) or host
    return domain in _FREE_HOSTS or domain.split(".")[0] in _FREE_NAMES


def mail_identity(address: str) -> str:
    """What two spellings of one mailbox share: no host tells upper from lower case, some ignore dots and tags.

    >>> mail_identity("Jane.Doe+news@GoogleMail.com"), mail_identity("J.Doe+x@acme.com")
    ('janedoe@gmail.com', 'j.doe+x@acme.com')
    """
    local, _, host = address.strip().lower().rpartition("@")
    if host in _PLUS_TAGS:
        local = local.split("+")[0] or local
    if host in _GOOGLE:
        local, host = local.replace(".", "") or local, "gmail.com"
    return f"{local}@{host}"
