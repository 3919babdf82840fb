"""Small pages that look like one thing and are another, written by somebody who had not read the extractors."""

from dataclasses import dataclass

SITE = "https://www.acme.example/contact"


@dataclass(frozen=True, slots=True)
class HardPage:
    """`None` says nothing about a kind; an empty tuple says that there is none."""

    name: str
    region: str
    html: str
    emails: tuple[str, ...] | None = None
    phones: tuple[str, ...] | None = None
    faxes: tuple[str, ...] | None = None
    whatsapps: tuple[str, ...] | None = None
    streets: tuple[str, ...] | None = None
    towns: tuple[str, ...] | None = None
    hours: tuple[str, ...] | None = None
    profiles: tuple[str, ...] | None = None
    url: str = SITE


STATES = (
    HardPage(
        "Washington before a number is no WhatsApp",
        "US",
        "<p>1420 Fifth Avenue<br>Seattle, WA<br>(206) 555-0142</p>",
        phones=("+12065550142",),
        whatsapps=(),
    ),
    HardPage(
        "Washington with its code before a labelled number",
        "US",
        "<div>Spokane, WA 99201</div><div>Phone: 509.555.0142</div>",
        phones=("+15095550142",),
        whatsapps=(),
    ),
    HardPage(
        "Western Australia beside a number",
        "AU",
        "<li>Fremantle WA 6160 <span>(08) 5550 1234</span></li>",
        phones=("+61855501234",),
        whatsapps=(),
    ),
    HardPage(
        "a town in Western Australia without a code",
        "AU",
        "<table><tr><td>Bunbury, WA</td><td>08 5550 1234</td></tr></table>",
        phones=("+61855501234",),
        whatsapps=(),
    ),
    HardPage(
        "WA with a colon is WhatsApp",
        "ZA",
        "<p>Tel: 021 555 0123<br>WA: 082 555 0123</p>",
        phones=("+27215550123",),
        whatsapps=("+27825550123",),
    ),
    HardPage(
        "WA at the head of a line in Indonesia is WhatsApp",
        "ID",
        "<ul><li>WA 0812-3456-7890</li></ul>",
        whatsapps=("+6281234567890",),
    ),
)

PAIRS = (
    HardPage(
        "a landline and a mobile with a slash between",
        "DE",
        "<p>Tel. 030 2312534 / 0171 3920012</p>",
        phones=("+49302312534", "+491713920012"),
    ),
    HardPage(
        "two sibling spans without a space",
        "DE",
        "<p><span>030 23125341</span><span>0171 3920012</span></p>",
        phones=("+493023125341", "+491713920012"),
    ),
    HardPage(
        "a bar between two numbers",
        "GB",
        "<p>020 7946 0123 | 07400 123456</p>",
        phones=("+442079460123", "+447400123456"),
    ),
    HardPage(
        "two numbers one under the other in one cell",
        "FR",
        "<table><tr><td>01 99 00 12 34<br>06 12 34 56 78</td>",
        phones=("+33199001234", "+33612345678"),
    ),
    HardPage(
        "two links side by side",
        "US",
        '<a href="tel:2065550142">206-555-0142</a><a href="tel:2065550143">206-555-0143</a>',
        phones=("+12065550142", "+12065550143"),
    ),
    HardPage(
        "the word or between two numbers",
        "NL",
        "<p>Bel 020-5550123 of 06-12345678.</p>",
        phones=("+31205550123", "+31612345678"),
    ),
    HardPage(
        "a bullet between two numbers",
        "IT",
        "<p>06 5551 2345 \u2022 347 555 1234</p>",
        phones=("+390655512345", "+393475551234"),
    ),
    HardPage(
        "a slash after the area code is no second number",
        "DE",
        "<p>Telefon: 0221/4710123</p>",
        phones=("+492214710123",),
    ),
    HardPage(
        "a short ending after a slash is one more line of the same number",
        "AT",
        "<p>Tel.: 01 / 533 34 56</p>",
        phones=("+4315333456",),
    ),
)

FAXES = (
    HardPage(
        "phone and fax with dashes as labels' ends",
        "US",
        "<p>Phone - 206-555-0142<br>Fax - 206-555-0143</p>",
        phones=("+12065550142",),
        faxes=("+12065550143",),
    ),
    HardPage(
        "label headings above values",
        "US",
        "<h4>Phone</h4><p>206-555-0142</p><h4>Fax</h4><p>206-555-0143</p>",
        phones=("+12065550142",),
        faxes=("+12065550143",),
    ),
    HardPage(
        "the label in brackets after the number",
        "US",
        "<p>206-555-0142 (Phone)<br>206-555-0143 (FAX)</p>",
        phones=("+12065550142",),
        faxes=("+12065550143",),
    ),
    HardPage(
        "the label glued before the number of the next line",
        "CA",
        "<p>T 604.555.0142<br/>F 604.555.0143</p>",
        phones=("+16045550142",),
        faxes=("+16045550143",),
    ),
    HardPage(
        "a definition list",
        "DE",
        "<dl><dt>Telefon</dt><dd>030 23125341</dd><dt>Telefax</dt><dd>030 23125342</dd></dl>",
        phones=("+493023125341",),
        faxes=("+493023125342",),
    ),
    HardPage(
        "a table whose heads name the columns",
        "GB",
        "<table><tr><th>Telephone</th><th>Fax</th></tr><tr><td>020 7946 0123</td><td>020 7946 0124</td></tr></table>",
        phones=("+442079460123",),
        faxes=("+442079460124",),
    ),
    HardPage(
        "one label for both",
        "PL",
        "<p>tel./fax: 22 555 01 23</p>",
        phones=("+48225550123",),
    ),
    HardPage(
        "fax glued behind the phone",
        "US",
        "<p>Phone: 206-555-0142<b>Fax:</b> 206-555-0143</p>",
        phones=("+12065550142",),
        faxes=("+12065550143",),
    ),
    HardPage(
        "labels in spans of a list",
        "FR",
        "<ul><li><span>Tél.</span><span>01 99 00 12 34</span></li>"
        "<li><span>Télécopie</span><span>01 99 00 12 35</span></li></ul>",
        phones=("+33199001234",),
        faxes=("+33199001235",),
    ),
    HardPage(
        "labels after values, one to a line",
        "US",
        "<div>206-555-0142 <small>office</small></div><div>206-555-0143 <small>fax</small></div>",
        phones=("+12065550142",),
        faxes=("+12065550143",),
    ),
)

REVEALED = (
    HardPage(
        "a closed tab",
        "US",
        '<div class="tab-pane" id="two" style="display:none"><a href="mailto:hello@acme.example">Write</a></div>',
        emails=("hello@acme.example",),
    ),
    HardPage(
        "a closed accordion",
        "US",
        '<button aria-controls="a">Contact</button><div id="a" hidden><p>Write to desk@acme.example</p></div>',
        emails=("desk@acme.example",),
    ),
    HardPage(
        "a modal that a click opens",
        "GB",
        '<div class="modal" aria-hidden="true" style="display: none;"><p>office@acme.example, 020 7946 0123</p></div>',
        emails=("office@acme.example",),
        phones=("+442079460123",),
    ),
    HardPage(
        "details and summary",
        "DE",
        "<details><summary>Kontakt</summary><p>E-Mail: praxis@acme.example</p></details>",
        emails=("praxis@acme.example",),
    ),
    HardPage(
        "a field that no person sees",
        "US",
        '<form><div style="position:absolute;left:-9999px"><input name="email2" value="bot@acme.example"></div></form>',
        emails=(),
    ),
    HardPage(
        "text without size off the screen",
        "US",
        '<p>info@acme.example</p><span style="font-size:0">trap@spam.example</span>',
        emails=("info@acme.example",),
    ),
    HardPage(
        "a decoy inside an address",
        "DE",
        '<p>info<span style="display:none">-nospam</span>@acme.example</p>',
        emails=("info@acme.example",),
    ),
    HardPage(
        "an address in a comment of the template",
        "US",
        "<!-- old@acme.example --><p>new@acme.example</p>",
        emails=("new@acme.example",),
    ),
)

GLUED = (
    HardPage(
        "a word glued behind a number",
        "US",
        "<p>1.800.555.0142<a href='/contact'>Contact</a></p>",
        phones=("+18005550142",),
    ),
    HardPage(
        "a label glued behind a number",
        "US",
        "<p>206-555-0142Fax: 206-555-0143</p>",
        phones=("+12065550142",),
        faxes=("+12065550143",),
    ),
    HardPage(
        "an address glued behind a domain",
        "US",
        "<div><span>acme.example</span><span>sales@acme.example</span></div>",
        emails=("sales@acme.example",),
    ),
    HardPage(
        "two addresses in neighbouring blocks",
        "US",
        "<div>info@acme.example</div><div>sales@acme.example</div>",
        emails=("info@acme.example", "sales@acme.example"),
    ),
    HardPage(
        "a phone glued before an address",
        "US",
        "<p><span>206-555-0142</span><span>info@acme.example</span></p>",
        emails=("info@acme.example",),
        phones=("+12065550142",),
    ),
    HardPage(
        "letters in elements of their own are one address",
        "US",
        "<p><b>i</b>nfo@<i>acme</i>.example</p>",
        emails=("info@acme.example",),
    ),
    HardPage(
        "a sentence glued behind an address",
        "DE",
        "<p><a href='mailto:info@acme.example'>info@acme.example</a>Wir freuen uns</p>",
        emails=("info@acme.example",),
    ),
    HardPage(
        "a label glued before an address",
        "US",
        "<p>Email:info@acme.exampleTel:206-555-0142</p>",
        phones=("+12065550142",),
    ),
)

WEEK = "Mo-Fr 09:00-17:00"

HOURS = (
    HardPage(
        "days in one column of blocks, times in their neighbours",
        "US",
        "<div><div>Monday - Friday</div><div>9am - 5pm</div></div><div><div>Saturday</div><div>10am - 2pm</div></div>",
        hours=("Mo-Fr 09:00-17:00; Sa 10:00-14:00",),
    ),
    HardPage(
        "spans without spaces",
        "GB",
        "<li><span>Mon\u2013Fri</span><span>09:00\u201317:00</span></li><li><span>Sat</span><span>Closed</span></li>",
        hours=("Mo-Fr 09:00-17:00; Sa off",),
    ),
    HardPage(
        "an emergency line around the clock beside the week",
        "US",
        "<p>24/7 emergency service!</p><p>Mon-Fri: 9:00 AM - 5:00 PM</p>",
        hours=(WEEK,),
    ),
    HardPage(
        "support around the clock in the same line",
        "US",
        "<p>Office: Mon-Fri 9am-5pm. Emergencies 24/7.</p>",
        hours=(WEEK,),
    ),
    HardPage(
        "a table of seven days",
        "DE",
        "<table>"
        + "".join(
            f"<tr><td>{day}</td><td>08:00 - 18:00 Uhr</td></tr>"
            for day in ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag")
        )
        + "<tr><td>Samstag</td><td>geschlossen</td></tr><tr><td>Sonntag</td><td>geschlossen</td></tr></table>",
        hours=("Mo-Fr 08:00-18:00; Sa-Su off",),
    ),
    HardPage(
        "a break in the middle of the day in a line of its own",
        "IT",
        "<dl><dt>Lunedì - Venerdì</dt><dd>9:00 - 13:00</dd><dd>15:00 - 19:00</dd></dl>",
        hours=("Mo-Fr 09:00-13:00,15:00-19:00",),
    ),
    HardPage(
        "days above times in headings",
        "FR",
        "<h5>Du lundi au vendredi</h5><p>9h \u2013 17h</p><h5>Samedi</h5><p>9h \u2013 12h</p>",
        hours=("Mo-Fr 09:00-17:00; Sa 09:00-12:00",),
    ),
    HardPage(
        "times before days",
        "GB",
        "<p>9.00am \u2013 5.00pm, Monday to Friday</p>",
        hours=(WEEK,),
    ),
    HardPage(
        "a list of days, then a list of times",
        "US",
        "<table><tr><th>Mon</th><th>Tue</th><th>Wed</th></tr><tr><td>9-5</td><td>9-5</td><td>9-1</td></tr></table>",
        hours=("Mo-Tu 09:00-17:00; We 09:00-13:00",),
    ),
    HardPage(
        "a date is no opening time",
        "US",
        "<p>Posted on Monday 12-14 May</p>",
        hours=(),
    ),
)

FICTIONS = (
    HardPage("me at me", "US", "<p>me@me.com</p>", emails=()),
    HardPage("support at a mail house", "US", "<p>support@gmail.com</p>", emails=()),
    HardPage("no reply", "US", "<p>noreply@acme.example no-reply@acme.example</p>", emails=()),
    HardPage("a masked address", "US", "<p>Sent to p***@acme.example</p>", emails=()),
    HardPage(
        "your user name", "US", '<a href="https://instagram.com/yourusername">@yourusername</a>', emails=(), profiles=()
    ),
    HardPage("a round toll-free number", "US", "<p>Call 800.800.8000</p>", phones=()),
    HardPage("a staircase", "US", "<p>Call (123) 456-7890</p>", phones=()),
    HardPage(
        "a number of a drama on a real site",
        "US",
        "<p>Call (206) 555-0142</p>",
        phones=(),
        url="https://www.acme-plumbing-seattle.com/",
    ),
    HardPage("a number in letters", "US", "<p>Call 1-800-FLOWERS today</p>", phones=("+18003569377",)),
    HardPage("a number ending in letters", "US", "<p>Phone: 206-555-HELP</p>", phones=("+12065554357",)),
    HardPage("a carrier's place", "BR", "<p>Fone: (0xx11) 3555-1234</p>", phones=("+551135551234",)),
    HardPage(
        "an office abroad",
        "DE",
        "<p>Berlin: 030 23125341</p><p>London, UK: 020 7946 0123</p><p>Wien: +43 1 5333456</p>",
        phones=("+493023125341", "+442079460123", "+4315333456"),
    ),
)

PLACES = (
    HardPage(
        "a street without a type",
        "US",
        "<p>220 Broadway<br>New York, NY 10038</p>",
        streets=("220 Broadway",),
        towns=("New York",),
    ),
    HardPage(
        "no postcode",
        "GB",
        "<p>Visit us: 14 High Street, Totnes, Devon</p>",
        streets=("14 High Street",),
        towns=("Totnes",),
    ),
    HardPage(
        "a suburb in Australia",
        "AU",
        "<p>Unit 3, 27 Collie Street, Fremantle WA 6160</p>",
        streets=("27 Collie Street",),
        towns=("Fremantle",),
    ),
    HardPage(
        "a town in South Africa",
        "ZA",
        "<p>12 Long Street, Gardens, Cape Town, 8001</p>",
        streets=("12 Long Street",),
        towns=("Cape Town",),
    ),
    HardPage(
        "an estate",
        "GB",
        "<p>Unit 7 Meadow Trading Estate<br>Station Road<br>Yeovil<br>BA21 5XX</p>",
        towns=("Yeovil",),
    ),
    HardPage("a car park", "GB", "<p>Park in the car park at the end, 200 yards along the road</p>", streets=()),
    HardPage("a copyright line", "US", "<footer>© 2024 Main Street Dental. All rights reserved.</footer>", streets=()),
    HardPage(
        "lines of one address",
        "DE",
        "<p>Acme GmbH<br>Am Alten Markt 5<br>50667 Köln</p>",
        streets=("Am Alten Markt 5",),
        towns=("Köln",),
    ),
)

HARD_PAGES = (*STATES, *PAIRS, *FAXES, *REVEALED, *GLUED, *HOURS, *FICTIONS, *PLACES)
