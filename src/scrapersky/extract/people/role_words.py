"""The words for what people do, in ten languages and a few more."""

# Normal role, then the ways to write it, in lower case without accents. More special roles stand first.
ROLES: dict[str, str] = {
    "vice president": (
        "vice president,vice-president,svp,evp,vp,vicepresidente,vicepresidenta,vizeprasident,vicedirektor,wiceprezes"
    ),
    "deputy": (
        "deputy director,deputy manager,assistant director,assistant manager,stellvertretender leiter"
        ",stellvertretende leiterin"
    ),
    "chief executive": (
        "chief executive officer,chief executive,ceo,vorstandsvorsitzender,vorstandsvorsitzende"
        ",president directeur general,pdg,consejero delegado,consejera delegada,amministratore delegato"
        ",prezes zarzadu,prezes,verkstallande direktor,vd,toimitusjohtaja,administrerende direktor,adm. direktor"
        ",daglig leder,algemeen directeur"
    ),
    "finance": (
        "chief financial officer,cfo,accounting,finance director,finance manager,financial controller,controller"
        ",comptroller,head of finance,kaufmannischer leiter,directeur financier,director financiero"
        ",direttore finanziario,buchhalter,buchhalterin,buchhaltung,finanzbuchhaltung,kaufmannische leitung"
        ",bookkeeper,treasurer,kassenwart,tresorier"
        ",tesorero,tesoriere,accounts manager,accounts payable,billing manager,ekonomichef,ksiegowa,ksiegowy"
        ",glowna ksiegowa"
    ),
    "accountant": (
        "certified public accountant,chartered accountant,accountant,cpa,steuerberater,steuerberaterin"
        ",wirtschaftsprufer,expert-comptable,expert comptable,comptable,contable,asesor fiscal,commercialista"
        ",ragioniere,contabilista,boekhouder,redovisningskonsult"
    ),
    "operations": (
        "chief operating officer,coo,operations director,director of operations,operations manager"
        ",head of operations,betriebsleiter,betriebsleitung,werkstattleitung,directeur des operations"
        ",director de operaciones"
    ),
    "technology": (
        "chief technology officer,chief technical officer,chief information officer,cto,cio,technical director"
        ",it manager,it director,technischer leiter,technische leitung,directeur technique,director tecnico"
        ",direttore tecnico"
        ",head of it,head of technology"
    ),
    "marketing": (
        "chief marketing officer,cmo,marketing,marketing director,director of marketing,marketing manager"
        ",head of marketing,marketing coordinator,marketingleiter,marketingleiterin,marketingleitung"
        ",directeur marketing"
        ",director de marketing,responsable marketing,communications director,communications manager"
        ",director of communications,brand manager,marketing assistant,marketing specialist,markkinointipaallikko"
        ",markedssjef,marknadschef"
    ),
    "human resources": (
        "human resources manager,human resources director,director of human resources,chief people officer"
        ",hr manager,hr director,human resources,recruiter,personalleiter,personalleiterin,personalleitung,drh"
        ",responsable rh"
        ",director de recursos humanos,kadrowa"
    ),
    "managing director": (
        "managing director,geschaftsfuhrerin,geschaftsfuhrender gesellschafter,geschaftsfuhrer,geschaftsfuhrung"
        ",geschaftsleitung,geschaftsleiter,gerant,gerante,gerente general,gerente,directeur general"
        ",directrice generale,director general,directora general,direttore generale,amministratore unico"
        ",amministratore,directeur-eigenaar,bestuurder,administrador unico,administrador,socio gerente"
        ",socio-gerente,dyrektor zarzadzajacy,dyrektor generalny,styrelseordforande och vd,daglig leder,direktor"
        ",direktorin,executive director"
        ",diretor-geral,diretora-geral,diretor geral,diretora geral"
    ),
    "founder": (
        "co-founder,cofounder,founding partner,founder,grunderin,grunder,mitgrunder,cofondateur,cofondatrice"
        ",fondateur,fondatrice,cofundador,cofundadora,fundador,fundadora,fondatore,fondatrice,oprichter,zalozyciel"
        ",zalozycielka,grundare,grunnlegger,perustaja,stifter,grundung,mitgrundung"
    ),
    "owner": (
        "co-owner,business owner,shop owner,owner operator,owner,proprietor,proprietress,proprietario,proprietaria"
        ",inhaberin,inhaber,inhaberschaft,eigentumerin,eigentumer,betreiber,betreiberin,proprietaire,propietaria"
        ",propietario"
        ",dueno,duena,titolare,titular,eigenaar,eigenaresse,zaakvoerder,wlasciciel,wlascicielka,agare,innehavare"
        ",eier,innehaver,ejer,indehaver,omistaja,yrittaja,landlord,landlady,patron,patronne"
    ),
    "president": ("president,prasident,prasidentin,presidente,presidenta,president du conseil,prezydent,puheenjohtaja"),
    "chair": (
        "chairman of the board,chairwoman,chairperson,chairman,chair,vorsitzende,vorsitzender,1. vorsitzender"
        ",vorstand,presidente del consejo,voorzitter,przewodniczacy,ordforande,styreleder,formand"
    ),
    "board member": (
        "board member,board of directors,member of the board,trustee,vorstandsmitglied,aufsichtsrat,beisitzer"
        ",administrateur,consejero,consigliere,bestuurslid,czlonek zarzadu,styrelseledamot,styremedlem"
        ",non-executive director,beirat"
    ),
    "publisher": (
        "directeur de la publication,directrice de la publication,responsable de la publication"
        ",responsable de publication,directeur de publication,verantwortlich fur den inhalt"
        ",inhaltlich verantwortlich,redaktionell verantwortlich,verantwortliche,verantwortlicher,verantwortlich"
        ",responsable del contenido,v.i.s.d.p,visdp,publisher,herausgeber,herausgeberin,editeur,ansvarig utgivare"
        ",direttore responsabile,responsable del sitio,responsable editorial"
    ),
    "representative": (
        "vertreten durch die geschaftsfuhrer,vertreten durch den geschaftsfuhrer"
        ",vertreten durch die geschaftsfuhrung,vertretungsberechtigter,vertretungsberechtigte,vertretungsberechtigt"
        ",gesetzlicher vertreter,vertreten durch,represente par,representant legal,representante legal"
        ",legale rappresentante,rappresentante legale,wettelijk vertegenwoordiger,reprezentant"
        ",authorised representative,authorized representative,prokurist,prokuristin"
    ),
    "data protection officer": (
        "data protection officer,datenschutzbeauftragte,datenschutzbeauftragter,dpo"
        ",delegue a la protection des donnees,delegado de proteccion de datos"
        ",responsabile della protezione dei dati,privacy officer,inspektor ochrony danych,compliance officer"
    ),
    "partner": (
        "managing partner,senior partner,partnerin,partner,associate,teilhaber,gesellschafter,gesellschafterin"
        ",associe,associee,socio,socia,vennoot,wspolnik,delagare,senior associate,principal,counsel,of counsel"
    ),
    "office manager": (
        "office manager,office administrator,practice manager,buroleiter,buroleiterin,praxismanagerin,praxismanager"
        ",responsable de bureau,office coordinator,praktijkmanager,front office manager"
        ",buroleitung,officemanager,kontorschef,gestor de escritorio,gestora de escritorio"
    ),
    "sales": (
        "sales,sales director,director of sales,sales manager,head of sales,account executive,account manager"
        ",sales representative,sales rep,sales associate,sales executive,sales consultant,sales coordinator"
        ",sales engineer,salesperson,salesman,business development manager,business development"
        ",regional sales manager,vertriebsleiter,vertriebsleiterin,verkaufsleiter,vertrieb,verkauf,aussendienst"
        ",innendienst,directeur commercial,directrice commerciale,responsable commercial,commercial director"
        ",commercial manager,commercial,director comercial,comercial,direttore commerciale,agente commerciale"
        ",verkoper,verkoopleider,accountmanager,saljare,forsaljningschef,selger,salgssjef,saelger,salgschef,myyja"
        ",myyntipaallikko,handlowiec,przedstawiciel handlowy,inside sales,outside sales,vendedor,estimator"
        ",vertriebsleitung,verkaufsleitung,vertriebsleiter,vertriebsleiterin,hoofd verkoop"
    ),
    "customer service": (
        "customer service manager,customer service representative,customer service,customer support,client services"
        ",client relations,kundenservice,kundenbetreuung,kundenbetreuerin,kundenbetreuer,kundenberater"
        ",kundenberaterin"
        ",service client"
        ",atencion al cliente,klantenservice,kundtjanst,asiakaspalvelu,patient coordinator,customer success manager"
        ",guest services,assistenza clienti,obsluga klienta,apoio ao cliente"
    ),
    "press contact": (
        "press officer,press contact,media contact,media relations,public relations,pressesprecher,pressesprecherin"
        ",pressekontakt,attachee de presse,attache de presse,prensa,ufficio stampa,persvoorlichter,presskontakt"
        ",spokesperson,spokeswoman,spokesman"
    ),
    "dentist": (
        "dental surgeon,pediatric dentist,cosmetic dentist,general dentist,principal dentist,associate dentist"
        ",dentist,orthodontist,endodontist,periodontist,prosthodontist,oral surgeon,dds,dmd,bds,zahnarztin,zahnarzt"
        ",kieferorthopade,kieferorthopadin,chirurgien-dentiste,chirurgien dentiste,dentiste,orthodontiste"
        ",odontologa,odontologo,dentista,ortodoncista,ortodontista,tandarts,tandlakare,tannlege,tandlaege"
        ",hammaslaakari,stomatolog,dentystka,dentysta,lekarz dentysta,medico dentista"
    ),
    "dental hygienist": (
        "dental hygienist,registered dental hygienist,hygienist,rdh,dentalhygienikerin,prophylaxeassistentin"
        ",hygieniste dentaire,higienista dental,igienista dentale,mondhygienist,tandhygienist,tannpleier"
        ",suuhygienisti,higienistka,dental assistant,dental nurse,zahnmedizinische fachangestellte"
    ),
    "veterinarian": (
        "veterinary surgeon,veterinarian,veterinary nurse,veterinary technician,dvm,mrcvs,tierarztin,tierarzt"
        ",veterinaire,veterinaria,veterinario,dierenarts,veterinar,dyrlege,dyrlaege,elainlaakari,lekarz weterynarii"
        ",weterynarz"
    ),
    "doctor": (
        "medical director,family physician,physician assistant,physician,general practitioner,surgeon,pediatrician"
        ",paediatrician,dermatologist,cardiologist,gynecologist,ophthalmologist,psychiatrist,radiologist"
        ",anesthesiologist,oncologist,neurologist,urologist,chiropractor,optometrist,podiatrist,audiologist"
        ",doctor of medicine,md,facharztin,facharzt,chefarzt,oberarzt,hausarzt,arztin,arzt,heilpraktiker"
        ",heilpraktikerin,augenarzt,medecin,chirurgien,pediatre,medica,medico,pediatra,dermatologo,ginecologo"
        ",medico chirurgo,huisarts,lakare,lege,laege,laakari,lekarz,doctor,opticien,optician,optiker"
    ),
    "nurse": (
        "registered nurse,nurse practitioner,nurse,rn,krankenschwester,krankenpfleger,infirmiere,infirmier"
        ",enfermera,enfermero,infermiera,infermiere,verpleegkundige,sjukskoterska,sykepleier,sygeplejerske"
        ",sairaanhoitaja,pielegniarka,midwife,hebamme,sage-femme,matrona,medizinische fachangestellte"
    ),
    "therapist": (
        "physical therapist,physiotherapist,occupational therapist,massage therapist,licensed massage therapist"
        ",speech therapist,psychotherapist,therapist,counselor,counsellor,psychologist,lmt,lcsw,physiotherapeutin"
        ",physiotherapeut,psychotherapeutin,psychotherapeut,psychologin,psychologe,logopadin,ergotherapeutin"
        ",osteopath,osteopathe,osteopata,kinesitherapeute,psychologue,psicologa,psicologo,fisioterapeuta"
        ",psicoterapeuta,fysiotherapeut,psykolog,fysioterapeut,psykoterapeutti,fysioterapeutti,fizjoterapeuta"
        ",psycholog,social worker,acupuncturist,esthetician,aesthetician,kosmetikerin,masseur,masseurin"
    ),
    "lawyer": (
        "attorney at law,attorney,lawyer,solicitor,barrister,paralegal,legal assistant,general counsel"
        ",legal secretary,esq,esquire,rechtsanwaltin,rechtsanwalt,fachanwalt,fachanwaltin,notarin,notar,avocate"
        ",avocat,notaire,abogada,abogado,notario,procurador,avvocata,avvocato,notaio,advogada,advogado,advocaat"
        ",notaris,advokat,asianajaja,adwokat,radca prawny,notariusz,juristin,jurist,trial lawyer,patentanwalt"
    ),
    "real estate agent": (
        "real estate agent,real estate broker,real estate,realtor,broker,estate agent,letting agent"
        ",property manager,managing broker,immobilienmakler,immobilienmaklerin,makler,maklerin,agent immobilier"
        ",agente inmobiliario,agente immobiliare,makelaar,fastighetsmaklare,eiendomsmegler,ejendomsmaegler"
        ",kiinteistonvalittaja,posrednik,loan officer,mortgage advisor,listing agent"
    ),
    "insurance agent": (
        "insurance agent,insurance broker,versicherungsmakler,agent general d'assurance,agente de seguros"
        ",assicuratore,financial advisor,financial adviser,wealth advisor,finanzberater,financial planner"
        ",underwriter"
    ),
    "architect": (
        "landscape architect,interior designer,architect,architektin,architekt,innenarchitektin,innenarchitekt"
        ",architecte d'interieur,architecte,arquitecta,arquitecto,architetta,architetto,arquiteta,arquiteto"
        ",arkitekt,arkkitehti,aia,surveyor"
    ),
    "engineer": (
        "software engineer,project engineer,chief engineer,civil engineer,structural engineer,engineer"
        ",diplom-ingenieur,ingenieurin,ingenieur,dipl.-ing,ingeniera,ingeniero,ingegnere,engenheira,engenheiro"
        ",ingenjor,ingenior,insinoori,inzynier,p.e."
    ),
    "developer": (
        "software developer,web developer,lead developer,senior developer,developer,programmer,entwickler"
        ",entwicklerin,developpeur,developpeuse,desarrollador,desarrolladora,sviluppatore,programador,ontwikkelaar"
        ",utvecklare,utvikler,programista,webmaster,data scientist,system administrator"
    ),
    "designer": (
        "creative director,art director,graphic designer,web designer,product designer,fashion designer,designer"
        ",grafikerin,grafiker,graphiste,disenadora,disenador,grafico,vormgever,formgivare,projektant,illustrator"
        ",artist,kunstler,kunstlerin,artiste,artista,sculptor,painter"
    ),
    "photographer": (
        "photographer,videographer,fotografin,fotograf,photographe,fotografa,fotografo,valokuvaaja,filmmaker"
        ",cinematographer"
    ),
    "editor": (
        "editor-in-chief,editor in chief,managing editor,copy editor,editor,chefredakteur,redakteurin,redakteur"
        ",redaktion,redacteur en chef,redacteur,redactor,redattore,redaktor,redaktor naczelny,paatoimittaja"
        ",webmasterin,content manager,copywriter,producer,executive producer"
    ),
    "author": (
        "author,writer,journalist,columnist,reporter,contributor,autorin,autor,journalistin,auteur,autrice"
        ",journaliste,autora,escritor,periodista,autore,giornalista,schrijver,forfattare,forfatter,kirjailija"
        ",toimittaja,blogger,correspondent,speaker,keynote speaker"
    ),
    "chef": (
        "executive chef,head chef,sous chef,pastry chef,chef,kuchenchef,kuchenleitung,chef de cuisine"
        ",jefe de cocina,cocinero"
        ",chef-kok,kok,kokki,baker,sommelier,restaurant manager,bar manager,bartender"
    ),
    "hairdresser": (
        "hair stylist,hairstylist,master stylist,senior stylist,stylist,hairdresser,barber,colorist,friseurin"
        ",friseur,friseurmeister,friseurmeisterin,coiffeuse,coiffeur,peluquera,peluquero,parrucchiera,parrucchiere"
        ",kapper,kapster,frisor,kampaaja,fryzjerka,fryzjer,makeup artist,nail technician"
    ),
    "pastor": (
        "senior pastor,associate pastor,youth pastor,lead pastor,pastor,minister,reverend,rector,vicar,priest"
        ",deacon,rabbi,imam,pfarrerin,pfarrer,cure,parroco,parroco,dominee,kyrkoherde,sogneprest,proboszcz"
        ",worship leader,bishop,elder"
    ),
    "professor": (
        "associate professor,assistant professor,professor,professorin,lecturer,professeur,profesora,profesor"
        ",professoressa,professore,hoogleraar,dozent,dozentin,research fellow,researcher,scientist"
        ",wissenschaftlicher mitarbeiter,dean,provost,phd student"
    ),
    "teacher": (
        "head teacher,headteacher,headmaster,teacher,instructor,tutor,principal,trainer,personal trainer"
        ",yoga teacher,yoga instructor,coach,head coach,assistant coach,schulleiter,schulleiterin,schulleitung"
        ",lehrerin,lehrer"
        ",trainerin,fahrlehrer,enseignante,enseignant,formateur,maestra,maestro,profesora,entrenador,insegnante"
        ",leraar,docent,larare,larer,opettaja,nauczyciel,nauczycielka,trener,kursleiterin,educator"
    ),
    "technician": (
        "service technician,master technician,lab technician,technician,mechanic,electrician,plumber,carpenter"
        ",foreman,superintendent,installer,kfz-meister,meister,elektriker,installateur,techniker,technikerin"
        ",mechaniker,tischlermeister,malermeister,technicien,technicienne,plombier,electricien,mecanicien,tecnico"
        ",mecanico,electricista,fontanero,monteur,loodgieter,tekniker,rormokare,asentaja,mechanik,hydraulik"
        ",elektryk,pilot,captain,driver,contractor,builder,groundskeeper"
    ),
    "consultant": (
        "senior consultant,consultant,advisor,adviser,analyst,beraterin,berater,unternehmensberater,conseiller"
        ",conseillere,consultora,consultor,consulente,adviseur,konsult,radgivare,radgiver,konsultti,konsultant"
        ",doradca,strategist,specialist,expert,spezialist,specialista,specjalista,planner"
    ),
    "receptionist": (
        "receptionist,front desk,rezeption,empfang,anmeldung,receptionniste,secretariat medical,recepcionista"
        ",recepcion,receptioniste,reception"
    ),
    "assistant": (
        "executive assistant,personal assistant,administrative assistant,assistant,secretary,office assistant"
        ",assistentin,assistent,sekretarin,sekretar,sekretariat,assistante,secretaire,asistente,secretaria"
        ",secretario,segretaria,assistente,secretaresse,sekreterare,sekretaer,sihteeri,sekretarka,asystentka,clerk"
        ",registrar,intern"
    ),
    "project manager": (
        "senior project manager,project manager,project director,project leader,projektleiterin,projektleiter"
        ",projektleitung"
        ",projektmanager,chef de projet,jefe de proyecto,project manager,projectleider,projektledare,prosjektleder"
        ",projektleder,projektipaallikko,kierownik projektu,product manager,program manager,program director"
        ",production manager,event manager,event coordinator,events manager,wedding planner,site manager"
        ",construction manager"
    ),
    "coordinator": (
        "program coordinator,project coordinator,volunteer coordinator,coordinator,co-ordinator,koordinatorin"
        ",koordinator,coordinatrice,coordinateur,coordinador,coordinadora,coordinatore,coordinator,samordnare"
        ",koordinaattori,organizer,organiser,dispatcher,scheduler"
    ),
    "administrator": (
        "administrator,administration,verwaltung,administratorin,administratief medewerker,administrativo"
        ",administrativa,amministrazione,handlaggare"
    ),
    "manager": (
        "general manager,branch manager,store manager,regional manager,area manager,district manager"
        ",department manager,club manager,shop manager,facility manager,warehouse manager,purchasing manager"
        ",parts manager,service manager,community manager,operations lead,team leader,team lead,supervisor,manager"
        ",head of department,leiterin,leiter,filialleiter,filialleiterin,abteilungsleiter,bereichsleiter,teamleiter"
        ",teamleiterin,praxisleitung,teamleitung,filialleitung,abteilungsleitung,bereichsleitung,standortleitung"
        ",responsable,encargada,encargado,jefe,jefa,responsabile,gestore,direttrice"
        ",bedrijfsleider,leidinggevende,teamleider,afdelingshoofd,platschef,avdelingschef,chef,avdelingsleder"
        ",afdelingsleder,johtaja,paallikko,kierownik,kierowniczka,menedzer,buyer,superintendent,head of"
    ),
    "director": (
        "artistic director,program director,regional director,associate director,development director"
        ",clinical director,music director,director of,director,direktor,direktorin,directeur,directrice,directora"
        ",direttore,diretora,diretor,dyrektor,intendant,commissioner,mayor,councillor,senator,governor"
    ),
    "contact person": (
        "contact person,your contact,ansprechpartnerin,ansprechpartner,kontaktperson,ihr ansprechpartner"
        ",personne de contact,interlocuteur,persona de contacto,contactpersoon,kontaktansvarig,yhteyshenkilo"
        ",osoba kontaktowa,persona di contatto,referente,contatto"
    ),
    "team member": (
        "team member,crew member,staff member,mitarbeiterin,mitarbeiter,sachbearbeiterin,sachbearbeiter"
        ",collaborateur,collaboratrice,empleado,collaboratore,medewerker,medarbetare,medarbeider,medarbejder"
        ",pracownik,auszubildende,auszubildender,azubi,volunteer,officer,agent,representative,member,fellow"
    ),
}
