"""Names people and streets have, the roles people hold and the mailboxes firms use, by country and language."""

GIVEN_NAMES: dict[str, tuple[str, ...]] = {
    "en": (
        "James", "Mary", "Robert", "Patricia", "John", "Jennifer", "Michael", "Linda", "David", "Elizabeth", "William",
        "Barbara", "Richard", "Susan", "Joseph", "Jessica", "Thomas", "Sarah", "Christopher", "Karen", "Daniel",
        "Nancy",
        "Matthew", "Emily", "Anthony", "Olivia", "Grace", "Hannah", "Kevin", "Laura",
    ),
    "de": (
        "Jürgen", "Sabine", "Thomas", "Petra", "Stefan", "Monika", "Andreas", "Claudia", "Michael", "Susanne",
        "Markus",
        "Katrin", "Jörg", "Anja", "Björn", "Heike", "Matthias", "Ulrike", "Sebastian", "Julia", "Lukas", "Lena",
        "Jens", "Birgit",
    ),
    "fr": (
        "Jean", "Marie", "Pierre", "Françoise", "Michel", "Hélène", "Philippe", "Céline", "Nicolas", "Aurélie",
        "Julien",
        "Camille", "Frédéric", "Élodie", "Mathieu", "Amélie", "François", "Chloé", "Laurent", "Sophie", "Benoît",
        "Manon",
    ),
    "es": (
        "José", "María", "Antonio", "Carmen", "Manuel", "Ana", "Francisco", "Isabel", "Javier", "Lucía", "Álvaro",
        "Marta",
        "Sergio", "Elena", "Rubén", "Pilar", "Iñigo", "Raquel", "Andrés", "Begoña", "Jesús", "Sofía",
    ),
    "it": (
        "Giuseppe", "Maria", "Marco", "Giulia", "Antonio", "Francesca", "Luca", "Chiara", "Andrea", "Sara", "Matteo",
        "Elena", "Paolo", "Silvia", "Davide", "Federica", "Roberto", "Valentina", "Nicolò", "Alessia",
    ),
    "nl": (
        "Jan", "Anna", "Pieter", "Sanne", "Daan", "Emma", "Kees", "Femke", "Bram", "Lotte", "Willem", "Marieke",
        "Joost",
        "Anouk", "Thijs", "Inge", "Sjoerd", "Eline", "Ruben", "Maud",
    ),
    "pl": (
        "Jan", "Anna", "Piotr", "Katarzyna", "Krzysztof", "Małgorzata", "Andrzej", "Agnieszka", "Tomasz", "Barbara",
        "Paweł", "Ewa", "Michał", "Magdalena", "Łukasz", "Joanna", "Marcin", "Zofia", "Stanisław", "Bożena",
    ),
    "pt": (
        "João", "Maria", "António", "Ana", "José", "Inês", "Francisco", "Beatriz", "Tiago", "Mariana", "Gonçalo",
        "Catarina",
        "Rui", "Sofia", "Miguel", "Joana", "Luís", "Teresa", "Nuno", "Conceição",
    ),
    "sv": (
        "Lars", "Anna", "Erik", "Karin", "Anders", "Åsa", "Johan", "Eva", "Per", "Maria", "Björn", "Kristina", "Göran",
        "Linnéa", "Oskar", "Elin", "Gustav", "Sofia", "Håkan", "Maja",
    ),
}  # fmt: skip

FAMILY_NAMES: dict[str, tuple[str, ...]] = {
    "en": (
        "Smith", "Johnson", "Williams", "Brown", "Jones", "Miller", "Davis", "Wilson", "Anderson", "Taylor", "Moore",
        "Jackson",
        "Martin", "Thompson", "White", "Harris", "Clark", "Lewis", "Robinson", "Walker", "Young", "Allen", "King",
        "Wright",
        "Scott", "Hill", "Green", "Adams", "Nelson", "Baker", "Campbell", "Mitchell", "O'Brien", "Carter",
        "Phillips", "Evans",
    ),
    "de": (
        "Müller", "Schmidt", "Schneider", "Fischer", "Weber", "Meyer", "Wagner", "Becker", "Schulz", "Hoffmann",
        "Schäfer",
        "Koch", "Bauer", "Richter", "Klein", "Wolf", "Schröder", "Neumann", "Schwarz", "Zimmermann", "Krüger",
        "Hartmann",
        "Lange", "Werner", "Krause", "Lehmann", "Köhler", "Weiß", "König", "Groß",
    ),
    "fr": (
        "Martin", "Bernard", "Dubois", "Thomas", "Robert", "Richard", "Petit", "Durand", "Leroy", "Moreau", "Simon",
        "Laurent",
        "Lefèvre", "Michel", "Garcia", "Bertrand", "Roux", "Fournier", "Morel", "Girard", "André", "Mercier",
        "Dupont", "Lambert",
        "Bonnet", "Legrand", "Gauthier", "Perrin", "Lemaître", "Blanchard",
    ),
    "es": (
        "García", "Rodríguez", "González", "Fernández", "López", "Martínez", "Sánchez", "Pérez", "Gómez", "Martín",
        "Jiménez",
        "Ruiz", "Hernández", "Díaz", "Moreno", "Muñoz", "Álvarez", "Romero", "Alonso", "Gutiérrez", "Navarro",
        "Torres",
        "Domínguez", "Vázquez", "Ramos", "Gil", "Serrano", "Blanco", "Molina", "Ortega",
    ),
    "it": (
        "Rossi", "Russo", "Ferrari", "Esposito", "Bianchi", "Romano", "Colombo", "Ricci", "Marino", "Greco", "Bruno",
        "Gallo",
        "Conti", "De Luca", "Mancini", "Costa", "Giordano", "Rizzo", "Lombardi", "Moretti", "Barbieri", "Fontana",
        "Santoro",
        "Mariani", "Rinaldi", "Caruso", "D'Angelo", "Ferrara", "Leone", "Longo",
    ),
    "nl": (
        "de Jong", "Jansen", "de Vries", "van den Berg", "Bakker", "van Dijk", "Visser", "Janssen", "Smit", "Meijer",
        "de Boer",
        "Mulder", "de Groot", "Bos", "Vos", "Peters", "Hendriks", "van Leeuwen", "Dekker", "Brouwer", "de Wit",
        "Dijkstra",
        "Smits", "de Graaf", "van der Meer", "Kok",
    ),
    "pl": (
        "Nowak", "Kowalski", "Wiśniewski", "Wójcik", "Kowalczyk", "Kamiński", "Lewandowski", "Zieliński",
        "Szymański", "Woźniak",
        "Dąbrowski", "Kozłowski", "Jankowski", "Mazur", "Kwiatkowski", "Krawczyk", "Kaczmarek", "Piotrowski",
        "Grabowski",
        "Pawłowski", "Michalski", "Król", "Wieczorek", "Jabłoński", "Wróbel", "Nowakowski",
    ),
    "pt": (
        "Silva", "Santos", "Ferreira", "Pereira", "Oliveira", "Costa", "Rodrigues", "Martins", "Jesus", "Sousa",
        "Fernandes",
        "Gonçalves", "Gomes", "Lopes", "Marques", "Alves", "Almeida", "Ribeiro", "Pinto", "Carvalho", "Teixeira",
        "Moreira",
        "Correia", "Mendes", "Nunes", "Simões",
    ),
    "sv": (
        "Andersson", "Johansson", "Karlsson", "Nilsson", "Eriksson", "Larsson", "Olsson", "Persson", "Svensson",
        "Gustafsson",
        "Pettersson", "Jonsson", "Lindberg", "Lindström", "Lindqvist", "Bergström", "Sandberg", "Åberg", "Sjöberg",
        "Wallin",
        "Engström", "Öberg", "Holm", "Nyström", "Hedlund", "Ekström",
    ),
}  # fmt: skip

STREETS: dict[str, tuple[str, ...]] = {
    "US": (
        "Main Street", "Oak Avenue", "Maple Drive", "Cedar Lane", "Congress Avenue", "Lamar Boulevard",
        "Washington Street",
        "Lake Road", "Park Place", "Elm Street", "Sunset Boulevard", "Riverside Drive", "Highland Avenue",
        "2nd Street",
        "5th Street", "Guadalupe Street", "Burnet Road", "Jefferson Street", "Mill Road", "Church Street",
    ),
    "CA": (
        "King Street", "Queen Street", "Yonge Street", "Bay Street", "Granville Street", "Main Street",
        "Dundas Street",
        "College Street", "Robson Street", "Lakeshore Road", "Victoria Avenue", "Wellington Street",
    ),
    "GB": (
        "High Street", "Station Road", "Church Lane", "Victoria Road", "Green Lane", "Manor Road", "King Street",
        "Queen Street",
        "Park Road", "The Crescent", "Albert Road", "Mill Lane", "London Road", "St John's Road", "North Street",
        "Deansgate",
    ),
    "DE": (
        "Hauptstraße", "Bahnhofstraße", "Schulstraße", "Gartenstraße", "Dorfstraße", "Bergstraße", "Lindenallee",
        "Goethestraße",
        "Schillerplatz", "Mozartstraße", "Am Markt", "Friedrichstraße", "Kirchgasse", "Ringstraße", "Waldweg",
        "Beethovenstraße",
    ),
    "AT": (
        "Mariahilfer Straße", "Kärntner Straße", "Hauptplatz", "Landstraßer Hauptstraße", "Praterstraße",
        "Neubaugasse",
        "Herrengasse", "Annenstraße", "Wiedner Hauptstraße", "Sporgasse",
    ),
    "FR": (
        "rue de la République", "rue Victor Hugo", "avenue Jean Jaurès", "rue Pasteur", "place de l'Église",
        "rue du Moulin",
        "boulevard Gambetta", "rue de la Paix", "avenue Foch", "rue des Écoles", "quai des Célestins",
        "rue du Général de Gaulle",
    ),
    "ES": (
        "Calle Mayor", "Calle Real", "Avenida de la Constitución", "Plaza de España", "Calle de Alcalá", "Gran Vía",
        "Calle San José", "Paseo de la Castellana", "Calle del Carmen", "Ronda de Atocha", "Calle Nueva",
        "Avenida de Andalucía",
    ),
    "IT": (
        "Via Roma", "Via Garibaldi", "Corso Italia", "Via Mazzini", "Piazza della Libertà", "Via Dante Alighieri",
        "Via Cavour",
        "Via Verdi", "Viale Europa", "Via Marconi", "Via XX Settembre", "Corso Vittorio Emanuele II",
    ),
    "NL": (
        "Kerkstraat", "Dorpsstraat", "Hoofdstraat", "Molenweg", "Stationsweg", "Prinsengracht", "Julianastraat",
        "Schoolstraat",
        "Oranjelaan", "Nieuwstraat", "Wilhelminastraat", "Lange Voorhout",
    ),
    "PL": (
        "ul. Polna", "ul. Leśna", "ul. Słoneczna", "ul. Krótka", "ul. Szkolna", "ul. Ogrodowa", "ul. Lipowa",
        "ul. Brzozowa",
        "ul. Długa", "ul. Mickiewicza", "al. Jerozolimskie", "pl. Wolności",
    ),
    "PT": (
        "Rua da Igreja", "Rua Augusta", "Avenida da Liberdade", "Rua de São João", "Praça da República",
        "Rua do Comércio",
        "Rua 25 de Abril", "Avenida dos Aliados", "Largo do Carmo", "Rua de Santa Catarina",
    ),
    "SE": (
        "Storgatan", "Drottninggatan", "Kungsgatan", "Skolgatan", "Järnvägsgatan", "Ringvägen", "Nygatan",
        "Kyrkogatan",
        "Björkvägen", "Hamngatan", "Östra Långgatan", "Parkvägen",
    ),
}  # fmt: skip

ROLES: dict[str, tuple[str, ...]] = {
    "en": ("Owner", "Managing Director", "Office Manager", "Head of Sales", "Customer Service", "Founder"),
    "de": ("Inhaber", "Geschäftsführung", "Büroleitung", "Vertriebsleitung", "Kundenbetreuung", "Gründung"),
    "fr": ("Gérant", "Directeur général", "Responsable administratif", "Responsable commercial", "Service client",
        "Fondateur"),
    "es": ("Propietario", "Director general", "Jefe de administración", "Director comercial", "Atención al cliente",
        "Fundador"),
    "it": ("Titolare", "Amministratore delegato", "Responsabile amministrativo", "Responsabile vendite",
        "Assistenza clienti", "Fondatore"),
    "nl": ("Eigenaar", "Directeur", "Officemanager", "Hoofd verkoop", "Klantenservice", "Oprichter"),
    "pl": ("Właściciel", "Dyrektor zarządzający", "Kierownik biura", "Kierownik sprzedaży", "Obsługa klienta",
        "Założyciel"),
    "pt": ("Proprietário", "Diretor-geral", "Gestor de escritório", "Diretor comercial", "Apoio ao cliente",
        "Fundador"),
    "sv": ("Ägare", "Verkställande direktör", "Kontorschef", "Försäljningschef", "Kundtjänst", "Grundare"),
}  # fmt: skip

MAILBOXES: dict[str, tuple[str, ...]] = {
    "en": ("info", "office", "hello", "contact", "appointments", "bookings"),
    "de": ("info", "kontakt", "office", "post", "termin", "service"),
    "fr": ("contact", "info", "accueil", "bonjour", "rdv", "secretariat"),
    "es": ("info", "contacto", "hola", "citas", "atencion", "administracion"),
    "it": ("info", "contatti", "segreteria", "prenotazioni", "amministrazione", "ciao"),
    "nl": ("info", "contact", "hallo", "afspraak", "administratie", "receptie"),
    "pl": ("biuro", "kontakt", "info", "recepcja", "sekretariat", "zapisy"),
    "pt": ("geral", "info", "contacto", "marcacoes", "ola", "secretaria"),
    "sv": ("info", "kontakt", "hej", "bokning", "kontoret", "kundtjanst"),
}  # fmt: skip

FREE_MAIL_HOSTS: tuple[str, ...] = ("freemail.example", "mailbox.example", "postfach.example", "webmail.example")
