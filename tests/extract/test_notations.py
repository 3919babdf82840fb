"""Ways to write numbers, addresses, hours and streets, each with what it means."""

import pytest

from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.extract.finding import Kind

SITE = "https://www.acme.example/contact"

HOURS = (
    ("US", "<p>Mon-Thu 8am-5pm, Fri 8am-12pm</p>", Kind.OPENING_HOURS, ("Mo-Th 08:00-17:00; Fr 08:00-12:00",)),
    (
        "US",
        "<p>Monday thru Friday<br>8:30 a.m. to 5:00 p.m.</p><p>Saturday by appointment</p>",
        Kind.OPENING_HOURS,
        ("Mo-Fr 08:30-17:00",),
    ),
    (
        "US",
        "<p>Monday \u2013 Friday: 9\u20135<br>Saturday: 10\u20132<br>Sunday: Closed</p>",
        Kind.OPENING_HOURS,
        ("Mo-Fr 09:00-17:00; Sa 10:00-14:00; Su off",),
    ),
    ("US", "<p>M-F 9-5</p>", Kind.OPENING_HOURS, ("Mo-Fr 09:00-17:00",)),
    (
        "US",
        "<p>M\u2013Th: 10am\u20136pm | F: 10am\u20134pm | Sa\u2013Su: closed</p>",
        Kind.OPENING_HOURS,
        ("Mo-Th 10:00-18:00; Fr 10:00-16:00; Sa-Su off",),
    ),
    (
        "GB",
        (
            "<ul><li>Monday 9.00am - 5.30pm</li><li>Tuesday 9.00am - 5.30pm</li><li>Wednesday CLOSED</li>"
            "<li>Thursday 9.00am - 7.30pm</li><li>Friday 9.00am - 5.30pm</li><li>Saturday 9.00am - 1.00pm</li>"
            "</ul>"
        ),
        Kind.OPENING_HOURS,
        ("Mo-Tu 09:00-17:30; We off; Th 09:00-19:30; Fr 09:00-17:30; Sa 09:00-13:00",),
    ),
    (
        "AU",
        "<p>Mon to Fri 7.30am \u2013 4.30pm<br>After hours by appointment</p>",
        Kind.OPENING_HOURS,
        ("Mo-Fr 07:30-16:30",),
    ),
    (
        "DE",
        "<p>Mo, Di, Do 8-12 und 14-18 Uhr<br>Mi, Fr 8-12 Uhr</p>",
        Kind.OPENING_HOURS,
        ("Mo-Tu 08:00-12:00,14:00-18:00; We 08:00-12:00; Th 08:00-12:00,14:00-18:00; Fr 08:00-12:00",),
    ),
    (
        "DE",
        "<p>Montag bis Freitag von 8.00 bis 18.00 Uhr, Samstag nach Vereinbarung</p>",
        Kind.OPENING_HOURS,
        ("Mo-Fr 08:00-18:00",),
    ),
    (
        "DE",
        "<table><tr><td>Mo.\u2013Do.</td><td>07:30\u201312:00</td><td>13:00\u201316:30</td></tr><tr><td>Fr.</td><td>07:30\u201312:00</td><td></td></tr></table>",
        Kind.OPENING_HOURS,
        ("Mo-Th 07:30-12:00,13:00-16:30; Fr 07:30-12:00",),
    ),
    (
        "FR",
        "<p>Ouvert du mardi au samedi de 9h à 12h et de 14h à 19h</p>",
        Kind.OPENING_HOURS,
        ("Tu-Sa 09:00-12:00,14:00-19:00",),
    ),
    (
        "FR",
        "<div>Lundi</div><div>Fermé</div><div>Mardi - Samedi</div><div>10h00 - 19h00</div>",
        Kind.OPENING_HOURS,
        ("Mo off; Tu-Sa 10:00-19:00",),
    ),
    (
        "ES",
        "<p>Lunes a viernes: 9:30 a 13:30 y 16:30 a 20:00</p>",
        Kind.OPENING_HOURS,
        ("Mo-Fr 09:30-13:30,16:30-20:00",),
    ),
    (
        "IT",
        "<p>Dal lunedì al venerdì dalle 9.00 alle 13.00 e dalle 15.00 alle 19.00</p>",
        Kind.OPENING_HOURS,
        ("Mo-Fr 09:00-13:00,15:00-19:00",),
    ),
    ("NL", "<p>Ma t/m vr: 08.30 - 17.00 uur</p>", Kind.OPENING_HOURS, ("Mo-Fr 08:30-17:00",)),
    ("PL", "<p>Pn-Pt 8:00-16:00, Sb 9:00-13:00</p>", Kind.OPENING_HOURS, ("Mo-Fr 08:00-16:00; Sa 09:00-13:00",)),
    (
        "BR",
        "<p>Segunda a Sexta das 8h às 18h. Sábado das 8h às 12h</p>",
        Kind.OPENING_HOURS,
        ("Mo-Fr 08:00-18:00; Sa 08:00-12:00",),
    ),
    ("CZ", "<p>Po\u2013Pá 8:00\u201316:00</p>", Kind.OPENING_HOURS, ("Mo-Fr 08:00-16:00",)),
    ("SE", "<p>Vardagar 10-18, lördag 10-15</p>", Kind.OPENING_HOURS, ("Mo-Fr 10:00-18:00; Sa 10:00-15:00",)),
    (
        "RU",
        (
            "<p>\u041f\u043d-\u041f\u0442: \u0441 9:00 \u0434\u043e 18:00, "
            "\u0421\u0431-\u0412\u0441: \u0432\u044b\u0445\u043e\u0434\u043d\u043e\u0439</p>"
        ),
        Kind.OPENING_HOURS,
        ("Mo-Fr 09:00-18:00; Sa-Su off",),
    ),
    ("TR", "<p>Pazartesi - Cuma: 09:00 - 18:00</p>", Kind.OPENING_HOURS, ("Mo-Fr 09:00-18:00",)),
    (
        "US",
        (
            "<div><span>Mon</span><span>Tue</span><span>Wed</span><span>Thu</span><span>Fri</span></div><div>"
            "<span>9am - 5pm</span><span>9am - 5pm</span><span>9am - 5pm</span><span>9am - 5pm</span>"
            "<span>9am - 3pm</span></div>"
        ),
        Kind.OPENING_HOURS,
        ("Mo-Th 09:00-17:00; Fr 09:00-15:00",),
    ),
    ("US", "<p>Open daily 11am \u2013 10pm</p>", Kind.OPENING_HOURS, ("Mo-Su 11:00-22:00",)),
    (
        "US",
        (
            "<div>Monday</div><div>9:00 AM</div><div>-</div><div>5:00 PM</div><div>Tuesday</div><div>9:00 AM"
            "</div><div>-</div><div>6:00 PM</div>"
        ),
        Kind.OPENING_HOURS,
        ("Mo 09:00-17:00; Tu 09:00-18:00",),
    ),
    (
        "US",
        "<div><p>Mon</p><p>Tue</p><p>Wed</p></div><div><p>9-5</p><p>9-5</p><p>9-1</p></div>",
        Kind.OPENING_HOURS,
        ("Mo-Tu 09:00-17:00; We 09:00-13:00",),
    ),
    (
        "US",
        "<p>Office Hours</p><p>Monday through Thursday<br>8:00 \u2013 12:00 and 1:00 \u2013 5:00</p>",
        Kind.OPENING_HOURS,
        ("Mo-Th 08:00-12:00,13:00-17:00",),
    ),
    ("IE", "<p>Mon - Fri 0900hrs - 1730hrs</p>", Kind.OPENING_HOURS, ("Mo-Fr 09:00-17:30",)),
    ("DK", "<p>Man-tors kl. 8-16, fre kl. 8-14</p>", Kind.OPENING_HOURS, ("Mo-Th 08:00-16:00; Fr 08:00-14:00",)),
)
NUMBERS = (
    ("LV", "<p>Tālr./fakss: 632 24 817</p>", Kind.PHONE, ("+37163224817",)),
    ("TH", "<p>โทรศัพท์/แฟกซ์ 042-821-640</p>", Kind.PHONE, ("+6642821640",)),
    ("IN", "<p>मो. : 94251 83067<br>दूरभाष : 07662-254718</p>", Kind.PHONE, ("+919425183067", "+917662254718")),
    ("RS", '<p><i class="bi bi-printer-fill"></i> 014/228-473</p>', Kind.FAX, ("+38114228473",)),
    ("US", '<p><i class="fas fa-print me-3"></i> (303) 861-2277</p>', Kind.FAX, ("+13038612277",)),
    ("DE", "<p>Telefon: 0871 41207 oder 46318<br>Fax: 0871 41299</p>", Kind.PHONE, ("+4987141207", "+4987146318")),
    ("DE", "<p>Tel. 0871 41207 / 46318</p>", Kind.PHONE, ("+4987141207", "+4987146318")),
    ("DE", "<p>Tel. 0871 41207 oder 84028 Landshut</p>", Kind.PHONE, ("+4987141207",)),
    ("GB", "<p>Tel: 01865 243456 or 243457</p>", Kind.PHONE, ("+441865243456", "+441865243457")),
    ("DE", "<p>Tel.: 0871 / 41207-11, -12</p>", Kind.PHONE, ("+498714120711", "+498714120712")),
    ("AT", "<p>05372/47120 (Fax -18)</p>", Kind.FAX, ("+4353724712018",)),
    ("AT", "<p>Tel. 05372/47120-0, Fax DW 18</p>", Kind.FAX, ("+4353724712018",)),
    ("AT", "<p>Tel. 05372/47120-0, Fax DW 18</p>", Kind.PHONE, ("+435372471200",)),
    ("DE", "<p>Telefon 0871-41207, Telefax -41208</p>", Kind.FAX, ("+4987141208",)),
    ("AT", "<p>Mobil: 0664/412 33 87 | Fax: DW 20</p>", Kind.FAX, ()),
    ("US", "<p>Call Monday-Friday 8am-8pm for support at (512) 555-0100 x4</p>", Kind.PHONE, ("+15125550100",)),
    ("US", "<p>(206) 555-0142 / 0143</p>", Kind.PHONE, ("+12065550142", "+12065550143")),
    (
        "US",
        "<p>Office 206 555 0142, Cell 206 555 0143, Fax 206 555 0144</p>",
        Kind.PHONE,
        (
            "+12065550142",
            "+12065550143",
        ),
    ),
    ("US", "<p>Office 206 555 0142, Cell 206 555 0143, Fax 206 555 0144</p>", Kind.FAX, ("+12065550144",)),
    (
        "US",
        "<p>Toll Free: 1 (888) 555-0142<br>Local: (206) 555-0143<br>Fax: (206) 555-0144</p>",
        Kind.PHONE,
        (
            "+18885550142",
            "+12065550143",
        ),
    ),
    (
        "US",
        "<p>Toll Free: 1 (888) 555-0142<br>Local: (206) 555-0143<br>Fax: (206) 555-0144</p>",
        Kind.FAX,
        ("+12065550144",),
    ),
    ("US", "<td>Phone:</td><td>Fax:</td>", Kind.PHONE, ()),
    ("US", "<div>Phone:<br>206-555-0142</div><div>Fax:<br>206-555-0143</div>", Kind.PHONE, ("+12065550142",)),
    ("US", "<div>Phone:<br>206-555-0142</div><div>Fax:<br>206-555-0143</div>", Kind.FAX, ("+12065550143",)),
    ("US", "<div>Phone:<br>Fax:</div><div>206-555-0142<br>206-555-0143</div>", Kind.PHONE, ("+12065550142",)),
    ("US", "<div>Phone:<br>Fax:</div><div>206-555-0142<br>206-555-0143</div>", Kind.FAX, ("+12065550143",)),
    ("DE", "<p>Telefon: 030 / 23 12 53 - 41<br>Telefax: - 42</p>", Kind.PHONE, ("+493023125341",)),
    ("DE", "<p>Tel.: +49 (0) 30 231253-0, Fax: -99</p>", Kind.PHONE, ("+49302312530",)),
    ("DE", "<p>Telefon 0049 30 23125341</p>", Kind.PHONE, ("+493023125341",)),
    (
        "DE",
        "<p>Tel 030-23125341 Fax 030-23125342 Mobil 0171-3920012</p>",
        Kind.PHONE,
        (
            "+493023125341",
            "+491713920012",
        ),
    ),
    ("DE", "<p>Tel 030-23125341 Fax 030-23125342 Mobil 0171-3920012</p>", Kind.FAX, ("+493023125342",)),
    (
        "AT",
        "<p>T +43 1 533 34 56 | F +43 1 533 34 57 | M +43 664 1234567</p>",
        Kind.PHONE,
        (
            "+4315333456",
            "+436641234567",
        ),
    ),
    ("AT", "<p>T +43 1 533 34 56 | F +43 1 533 34 57 | M +43 664 1234567</p>", Kind.FAX, ("+4315333457",)),
    ("CH", "<p>Tel. 044 668 18 00, Fax 044 668 18 01</p>", Kind.PHONE, ("+41446681800",)),
    ("CH", "<p>Tel. 044 668 18 00, Fax 044 668 18 01</p>", Kind.FAX, ("+41446681801",)),
    ("FR", "<p>Tél : 01.99.00.12.34 - Fax : 01.99.00.12.35</p>", Kind.PHONE, ("+33199001234",)),
    ("FR", "<p>Tél : 01.99.00.12.34 - Fax : 01.99.00.12.35</p>", Kind.FAX, ("+33199001235",)),
    (
        "FR",
        "<p>Tel : 04 94 00 12 34 / 06 12 34 56 78</p>",
        Kind.PHONE,
        (
            "+33494001234",
            "+33612345678",
        ),
    ),
    ("FR", "<p>+33 (0)4 94 00 12 34</p>", Kind.PHONE, ("+33494001234",)),
    (
        "IT",
        "<p>Tel/Fax 06 6982 0000 - Cell. 347 5551234</p>",
        Kind.PHONE,
        (
            "+390669820000",
            "+393475551234",
        ),
    ),
    (
        "ES",
        "<p>91 555 12 34 - 655 55 12 34</p>",
        Kind.PHONE,
        (
            "+34915551234",
            "+34655551234",
        ),
    ),
    (
        "PT",
        "<p>Tel: 213 555 123 | Tlm: 912 345 678</p>",
        Kind.PHONE,
        (
            "+351213555123",
            "+351912345678",
        ),
    ),
    ("BR", "<p>(11) 3555-1234 / 99876-5432</p>", Kind.PHONE, ("+551135551234",)),
    ("BR", "<p>WhatsApp: (11) 99876-5432</p>", Kind.WHATSAPP, ("+5511998765432",)),
    (
        "IN",
        "<p>Ph: 044-2345 6789, Mob: 98400 12345 / 98400 12346</p>",
        Kind.PHONE,
        (
            "+914423456789",
            "+919840012345",
            "+919840012346",
        ),
    ),
    (
        "ZA",
        "<p>Tel: 021 555 0123 | Cell: 082 555 0123 | Fax: 086 555 0123</p>",
        Kind.PHONE,
        (
            "+27215550123",
            "+27825550123",
        ),
    ),
    ("ZA", "<p>Tel: 021 555 0123 | Cell: 082 555 0123 | Fax: 086 555 0123</p>", Kind.FAX, ("+27865550123",)),
    (
        "AU",
        "<p>1300 555 123<br>P: 02 5550 1234<br>M: 0412 345 678</p>",
        Kind.PHONE,
        (
            "+611300555123",
            "+61255501234",
            "+61412345678",
        ),
    ),
    (
        "NZ",
        "<p>Phone 09 555 0123 or 021 555 012</p>",
        Kind.PHONE,
        (
            "+6495550123",
            "+6421555012",
        ),
    ),
    (
        "GB",
        "<p>Tel: 020 7946 0123 Fax: 020 7946 0124 Mobile: 07400 123456</p>",
        Kind.PHONE,
        (
            "+442079460123",
            "+447400123456",
        ),
    ),
    ("GB", "<p>Tel: 020 7946 0123 Fax: 020 7946 0124 Mobile: 07400 123456</p>", Kind.FAX, ("+442079460124",)),
    ("GB", "<p>0207 946 0123</p>", Kind.PHONE, ("+442079460123",)),
    ("SE", "<p>Tel 08-123 456 78</p>", Kind.PHONE, ("+46812345678",)),
    ("JP", "<p>TEL 03-1234-5678 FAX 03-1234-5679</p>", Kind.PHONE, ("+81312345678",)),
    ("JP", "<p>TEL 03-1234-5678 FAX 03-1234-5679</p>", Kind.FAX, ("+81312345679",)),
    (
        "JP",
        "<p>電話\uff1a03-1234-5678\uff08代表\uff09<br>ファックス\uff1a03-1234-5679</p>",
        Kind.PHONE,
        ("+81312345678",),
    ),
    (
        "JP",
        "<p>電話\uff1a03-1234-5678\uff08代表\uff09<br>ファックス\uff1a03-1234-5679</p>",
        Kind.FAX,
        ("+81312345679",),
    ),
    ("RU", "<p>\u0422\u0435\u043b./\u0444\u0430\u043a\u0441: +7 (495) 123-45-67</p>", Kind.PHONE, ("+74951234567",)),
    ("RU", "<p>\u0422\u0435\u043b.: (495) 123-45-67, 123-45-68</p>", Kind.PHONE, ("+74951234567", "+74951234568")),
    (
        "CZ",
        "<p>tel.: 224 123 456, mobil: 601 123 456</p>",
        Kind.PHONE,
        (
            "+420224123456",
            "+420601123456",
        ),
    ),
    ("US", "<p>Seattle, WA 98101 206.555.0142</p>", Kind.PHONE, ("+12065550142",)),
    ("US", "<p>Seattle, WA 98101 206.555.0142</p>", Kind.WHATSAPP, ()),
    ("US", "<p><b>P</b> 206.555.0142 <b>F</b> 206.555.0143</p>", Kind.PHONE, ("+12065550142",)),
    ("US", "<p><b>P</b> 206.555.0142 <b>F</b> 206.555.0143</p>", Kind.FAX, ("+12065550143",)),
    ("US", "<p>206.555.0142 p<br>206.555.0143 f</p>", Kind.PHONE, ("+12065550142",)),
    ("US", "<p>206.555.0142 p<br>206.555.0143 f</p>", Kind.FAX, ("+12065550143",)),
    ("US", "<p>Phone 206-555-0142 &nbsp;&nbsp; Fax 206-555-0143</p>", Kind.PHONE, ("+12065550142",)),
    ("US", "<p>Phone 206-555-0142 &nbsp;&nbsp; Fax 206-555-0143</p>", Kind.FAX, ("+12065550143",)),
    ("US", "<p>Phone/Text: 206-555-0142</p>", Kind.PHONE, ("+12065550142",)),
    (
        "US",
        "<a href='tel:+1-206-555-0142'>Call now</a><a href='sms:2065550143'>Text</a>",
        Kind.PHONE,
        (
            "+12065550142",
            "+12065550143",
        ),
    ),
    ("US", "<p>Fax</p><p>206-555-0143</p><p>Phone</p><p>206-555-0142</p>", Kind.PHONE, ("+12065550142",)),
    ("US", "<p>Fax</p><p>206-555-0143</p><p>Phone</p><p>206-555-0142</p>", Kind.FAX, ("+12065550143",)),
    ("US", "<p>License #206-555-0142</p>", Kind.PHONE, ()),
    ("US", "<p>NPI 1234567893, Lic. 1012345678</p>", Kind.PHONE, ()),
    ("DE", "<p>IBAN DE89 3704 0044 0532 0130 00, BIC COBADEFF, HRB 12345</p>", Kind.PHONE, ()),
    ("US", "<p>Email: jane@acme.example Phone: 206-555-0142</p>", Kind.PHONE, ("+12065550142",)),
)
EMAILS = (
    (
        "US",
        "<p>info@acme.example; sales@acme.example,jobs@acme.example</p>",
        Kind.EMAIL,
        (
            "info@acme.example",
            "sales@acme.example",
            "jobs@acme.example",
        ),
    ),
    ("US", "<p>E-mail:info@acme.example.</p>", Kind.EMAIL, ("info@acme.example",)),
    ("US", "<p>(info@acme.example)</p>", Kind.EMAIL, ("info@acme.example",)),
    ("US", "<p>info<wbr>@acme.<wbr>example</p>", Kind.EMAIL, ("info@acme.example",)),
    ("US", "<p>info <img alt='@' src=x> acme.example</p>", Kind.EMAIL, ("info@acme.example",)),
    ("DE", "<p>info (at) acme (punkt) example</p>", Kind.EMAIL, ("info@acme.example",)),
    ("DE", "<p>info[at]acme.example</p>", Kind.EMAIL, ("info@acme.example",)),
    ("US", "<p>Jane Doe <jane@acme.example></p>", Kind.EMAIL, ()),
    ("US", "<p>Jane Doe &lt;jane@acme.example&gt;</p>", Kind.EMAIL, ("jane@acme.example",)),
    ("US", "<a href='mailto:%20info@acme.example'>x</a>", Kind.EMAIL, ("info@acme.example",)),
    (
        "US",
        "<a href='mailto:info@acme.example,sales@acme.example?cc=boss@acme.example'>x</a>",
        Kind.EMAIL,
        (
            "info@acme.example",
            "sales@acme.example",
            "boss@acme.example",
        ),
    ),
    ("US", "<a href='mail:info@acme.example'>info@acme.example</a>", Kind.EMAIL, ("info@acme.example",)),
    ("US", "<a href='http://info@acme.example'>info@acme.example</a>", Kind.EMAIL, ("info@acme.example",)),
    ("US", "<p>Follow @acme on Instagram, www.acme.example</p>", Kind.EMAIL, ()),
    ("US", "<p>your@email.com name@domain.com email@example.com</p>", Kind.EMAIL, ()),
    ("US", "<p>Email: jane@acme.example Phone: 206-555-0142</p>", Kind.EMAIL, ("jane@acme.example",)),
    ("US", "<p>acme.examplesales@acme.example</p>", Kind.EMAIL, ("sales@acme.example",)),
    ("US", "<div class='email'>info<span>@</span>acme.example</div>", Kind.EMAIL, ("info@acme.example",)),
    ("US", "<p>INFO@ACME.EXAMPLE</p>", Kind.EMAIL, ("info@acme.example",)),
)
STREETS = (
    ("US", "<p>Suite 200, 1420 Fifth Avenue, Seattle, WA 98101</p>", Kind.ADDRESS, ("1420 Fifth Avenue",)),
    ("US", "<p>PO Box 123<br>Austin, TX 78701</p>", Kind.ADDRESS, ("PO Box 123",)),
    (
        "GB",
        "<p>Unit 4, Riverside Business Park, Mill Road, Hertford SG14 1AB</p>",
        Kind.ADDRESS,
        ("Riverside Business Park",),
    ),
    (
        "GB",
        "<p>The Old Bakery<br>Church Street<br>Stow-on-the-Wold<br>Gloucestershire<br>GL54 1AA</p>",
        Kind.ADDRESS,
        ("Church Street",),
    ),
    ("IE", "<p>12 Main Street, Kinsale, Co. Cork, P17 X234</p>", Kind.ADDRESS, ("12 Main Street",)),
    ("AU", "<p>Shop 5, 120 Beaufort St, Mount Lawley WA 6050</p>", Kind.ADDRESS, ("120 Beaufort St",)),
    ("AU", "<p>120 Beaufort Street<br>Mount Lawley<br>WA 6050</p>", Kind.ADDRESS, ("120 Beaufort Street",)),
    (
        "ZA",
        "<p>Unit 3, Bosmansdam Office Park, 14 Bosmansdam Road, Milnerton, Cape Town</p>",
        Kind.ADDRESS,
        ("14 Bosmansdam Road",),
    ),
    ("ZA", "<p>14 Loop St<br>Cape Town<br>8001</p>", Kind.ADDRESS, ("14 Loop St",)),
    ("NZ", "<p>61 Cuba Street<br>Te Aro<br>Wellington 6011</p>", Kind.ADDRESS, ("61 Cuba Street",)),
    ("DE", "<p>Schillerplatz 3<br>D-70173 Stuttgart</p>", Kind.ADDRESS, ("Schillerplatz 3",)),
    ("DE", "<p>Im Winkel 8 \u00b7 50667 Köln</p>", Kind.ADDRESS, ("Im Winkel 8",)),
    ("ES", "<p>C/ Exposición 7, 2C, 19001 Guadalajara</p>", Kind.ADDRESS, ("Exposición 7",)),
    ("IT", "<p>Via G. Verdi, 12/A - 20121 Milano (MI)</p>", Kind.ADDRESS, ("Via G. Verdi",)),
    ("NL", "<p>Keizersgracht 123-2<br>1015 CJ Amsterdam</p>", Kind.ADDRESS, ("Keizersgracht 123",)),
    ("PL", "<p>ul. Marszałkowska 10/12 lok. 5, 00-590 Warszawa</p>", Kind.ADDRESS, ("Marszałkowska 10",)),
    ("CH", "<p>Bahnhofstrasse 10, 8001 Zürich</p>", Kind.ADDRESS, ("Bahnhofstrasse 10",)),
    ("CA", "<p>200-1450 Creekside Drive, Vancouver, BC V6J 5B3</p>", Kind.ADDRESS, ("1450 Creekside Drive",)),
    ("US", "<p>Address</p><p>88 Rancho Verde</p><p>Ojai, CA 93023</p>", Kind.ADDRESS, ("88 Rancho Verde",)),
    ("US", "<h4>Location</h4><p>412 Skyline<br>Boulder, Colorado</p>", Kind.ADDRESS, ("412 Skyline",)),
    ("KE", "<p>Shop 6, Palm Shopping Centre, Beach Road, Ukunda</p>", Kind.ADDRESS, ("Beach Road",)),
    ("CA", "<p>88, 3<sup>e</sup> Avenue Ouest<br>Amos (Québec) J9T 1T3</p>", Kind.ADDRESS, ("e Avenue Ouest",)),
    ("JO", "<p>شارع مكة، عمارة 12، عمان</p>", Kind.ADDRESS, ("شارع مكة",)),
    ("VN", "<p>Cơ sở 2: 215 Điện Biên Phủ, TP. Huế</p>", Kind.ADDRESS, ("215 Điện Biên Phủ",)),
    ("CZ", "<p>Prodejna a výdejní místo: Nádražní 12, 702 00 Ostrava</p>", Kind.ADDRESS, ("Nádražní 12",)),
    ("PH", "<p>Rizal Avenue corner Mabini Street</p><p>Baguio City, 2600 Benguet</p>", Kind.ADDRESS, ("Rizal Avenue",)),
    ("KZ", "<p>город Алматы, ул. Толе би, 55</p>", Kind.ADDRESS, ("ул. Толе би",)),
    ("GR", "<p>Λιμάνι Νάουσας</p><p>Πάρος 844 01</p>", Kind.ADDRESS, ("Λιμάνι Νάουσας",)),
    ("IN", "<p>दुकान नं. 4, गांधी मार्ग, भोपाल - 462001</p>", Kind.ADDRESS, ("गांधी मार्ग",)),
    ("GB", "<p>Over 300 happy clients on the high street. 50 years in the Lane.</p>", Kind.ADDRESS, ()),
    ("US", "<p>Serving 12 counties along Route 66 since 1998. 24 hour drive time.</p>", Kind.ADDRESS, ()),
    ("US", "<p>10 Ways to Improve Your Street Appeal</p><p>5 Star Court Reporting</p>", Kind.ADDRESS, ()),
)


@pytest.mark.parametrize(("region", "html", "kind", "values"), [*HOURS, *NUMBERS, *EMAILS])
def test_a_value_is_read_however_it_is_written(region: str, html: str, kind: Kind, values: tuple[str, ...]) -> None:
    assert sorted(extract_contacts(html, SITE, region).values(kind)) == sorted(values)


@pytest.mark.parametrize(("region", "html", "kind", "streets"), STREETS)
def test_a_street_is_found_however_it_is_written(region: str, html: str, kind: Kind, streets: tuple[str, ...]) -> None:
    addresses = extract_contacts(html, SITE, region).values(kind)
    assert len(addresses) == len(streets)
    assert all(street in address for street, address in zip(streets, addresses, strict=True))
