import { listNormalizedWords } from '../base/tokens';

/**
 * Large and international airports with scheduled flights, by IATA code, with the cities that they serve: from OurAirports
 * (public domain), 2023.
 */
const AIRPORTS = `
AAC El Arish; AAN Al Ain; AAP Samarinda; AAY Al Ghaydah; ABA Abakan; ABE Allentown; ABJ Abidjan; ABQ Albuquerque;
ABV Abuja; ACA Ciudad de Acapulco; ACC Accra; ACE San Bartolomé; ACY Atlantic City; ADB İzmir; ADD Addis Ababa;
ADE Aden; ADJ Amman; ADL Adelaide; ADZ San Andrés; AEP Buenos Aires; AER Sochi; AEX Alexandria; AGP Málaga;
AGT Ciudad del Este; AGU Aguascalientes; AHB Abha; AJU Aracaju; AJY Agadez; AKL Auckland; ALA Almaty; ALB Albany;
ALC Alicante; ALG Algiers; ALP Aleppo; AMA Amarillo; AMD Ahmedabad; AMM Amman; AMQ Ambon; AMS Amsterdam;
ANC Anchorage; ANF Antofagasta; ANR Antwerp; ANU Osbourn/St. John's; APW Apia; AQJ Aqaba; AQP Arequipa; ARN Stockholm;
ART Watertown; ARW Arad; ASA Asab; ASB Ashgabat; ASF Astrakhan; ASM Asmara; ASU Luque; ASW Aswan; ATH Athens;
ATL Atlanta; ATQ Amritsar; ATZ Asyut; AUA Oranjestad; AUH Abu Dhabi; AUS Austin; AVP Wilkes-Barre/Scranton;
AWA Hawassa; AWZ Ahvaz; AXA The Valley; AYT Antalya; AZO Kalamazoo; AZS Samana; BAH Manama/Bahrain; BAQ Barranquilla;
BAY Baia Mare; BCN Barcelona; BCU Bauchi; BDA Hamilton; BDH Bandar Lengeh; BDJ Landasan Ulin; BDL Hartford;
BDO Bandung; BDS Brindisi; BEG Belgrade; BEL Belém; BEN Benina; BER Berlin; BEY Beirut; BFI Seattle; BFN Bloemfontain;
BFS Belfast; BGF Bangui; BGI Bridgetown; BGO Bergen; BGR Bangor; BGW Baghdad; BGY Milan; BHK Bukhara; BHM Birmingham;
BHO Bhopal; BHX Birmingham; BIL Billings; BJL Banjul; BJM Bujumbura; BJV Bodrum; BJX Ciudad de Silao;
BKI Kota Kinabalu; BKK Bangkok; BKO Bamako; BLA Barcelona; BLI Bellingham; BLK Blackpool; BLL Billund; BLQ Bologna;
BLR Bangalore; BLZ Blantyre; BME Broome; BNA Nashville; BND Bandar Abbas; BNE Brisbane; BNX Banja Luka;
BOC Isla Colón; BOD Bordeaux/Mérignac; BOG Bogota; BOJ Burgas; BOM Mumbai; BON Kralendijk; BOS Boston; BPN Balikpapan;
BQN Aguadilla; BRI Bari; BRM Barquisimeto; BRO Brownsville; BRU Zaventem/Brussels; BRX Barahona; BSB Brasília;
BSL Bâle/Mulhouse; BSR Basra; BTH Batam; BTJ Banda Aceh; BTS Bratislava; BTV South Burlington; BUD Budapest;
BUF Buffalo; BUQ Bulawayo; BUS Batumi; BWA Siddharthanagar; BWI Baltimore; BWN Bandar Seri Begawan/Brunei;
BZE Belize City; CAG Cagliari; CAI Cairo; CAN Guangzhou; CAP Cap Haitien; CAY Matoury/Cayenne; CBB Cochabamba;
CBQ Calabar; CBR Canberra; CCJ Calicut; CCS Caracas; CCU Kolkata; CDG Paris; CEB Lapu-Lapu City; CEI Chiang Rai;
CEN Ciudad Obregón; CFK Chlef; CFU Kerkyra Island; CGK Jakarta; CGN Köln; CGO Zhengzhou; CGP Chattogram;
CGQ Changchun; CGY Cagayan de Oro; CHC Christchurch; CHQ Souda; CHS Charleston; CHX Changuinola; CIA Rome;
CIU Sault Ste Marie; CIX Chiclayo; CJB Coimbatore; CJJ Cheongju; CJS Ciudad Juárez; CJU Jeju City; CKG Chongqing;
CKY Conakry; CLE Cleveland; CLJ Cluj-Napoca; CLM Port Angeles; CLO Cali; CLT Charlotte; CMB Colombo;
CME Ciudad del Carmen; CMG Corumbá; CMH Columbus; CMN Casablanca; CMW Camaguey; CND Constanţa; CNF Belo Horizonte;
CNN Kannur; CNS Cairns; CNX Chiang Mai; COK Kochi/Cochin; CPE Campeche; CPH Copenhagen; CPR Casper; CPT Cape Town;
CRK Mabalacat; CRP Corpus Christi; CRZ Türkmenabat; CSX Changsha; CTA Catania; CTG Cartagena; CTM Chetumal;
CTS Sapporo; CTU Chengdu; CUC Cúcuta; CUF Cuneo; CUL Culiacán; CUN Ciudad de Cancún; CUR Willemstad; CUU Chihuahua;
CUZ Cusco; CVG Cincinnati/Covington; CVM Ciudad Victoria; CWC Chernivtsi; CWL Cardiff; CXI Kiritimati; CXR Cam Ranh;
CYB Cayman Brac; CYO Cayo Largo del Sur; CZL Constantine; CZM Ciudad de Cozumel; CZX Changzhou; DAB Daytona Beach;
DAC Dhaka; DAD Da Nang; DAM Damascus; DAR Dar es Salaam; DAV David; DAY Dayton; DBB El Alamein; DCA Washington;
DEB Debrecen; DEL New Delhi; DEN Denver; DFW Dallas/Fort Worth; DGO Ciudad de Durango; DIL Dili; DIR Dire Dawa;
DJE Mellita; DJJ Sentani; DLA Douala; DLC Ganjingzi; DLH Duluth; DLM Dalaman; DME Moscow; DMK Bangkok; DMM Ad Dammam;
DNH Dunhuang; DNK Dnipro; DOH Doha; DPS Denpasar; DQM Duqm; DRP Legazpi; DRW Darwin; DSM Des Moines; DSS Dakar;
DTW Detroit; DUB Dublin; DUD Dunedin; DUR Durban; DUS Düsseldorf; DVO Davao; DWC Jebel Ali; DXB Dubai; DZA Dzaoudzi;
EBB Kampala; EBL Arbil; ECN Tymbou/Nicosia; ECP Panama City Beach; EDI Edinburgh; EDL Eldoret; EGO Belgorod;
EHU Ezhou; EIN Eindhoven; EIS Road Town; ELP El Paso; ENU Enegu; ERI Erie; ERL Erenhot; ERZ Erzurum; ESB Ankara;
ETM Eilat; ETR Santa Rosa; EVN Yerevan; EWR Newark/New York; EXT Exeter; EYW Key West; EZE Buenos Aires;
FAI Fairbanks; FAO Faro; FAR Fargo; FAT Fresno; FBM Lubumbashi; FCA Kalispell; FCO Rome;
FDF Fort-de-France/Martinique; FEG Fergana; FEZ Saïss; FIH Kinshasa; FKI Kisangani; FLG Flagstaff;
FLL Fort Lauderdale; FLN Florianópolis; FNA Freetown; FNC Funchal/Madeira; FNJ Pyongyang; FNT Flint; FOC Fuzhou;
FOR Fortaleza; FPO Freeport; FRA Frankfurt am Main; FRS San Benito; FRU Bishkek; FTE El Calafate; FUE El Matorral;
FUK Fukuoka; FUN Funafuti; FWA Fort Wayne; GAE Gabès; GAF Gafsa; GAN Gan; GAU Guwahati; GBB Gabala; GBE Gaborone;
GCM Georgetown; GDL Ciudad de Tlajomulco de Zúñiga; GDN Gdańsk; GDT Cockburn Town; GEA Nouméa; GEG Spokane;
GEO Georgetown; GES General Santos; GFK Grand Forks; GGT Moss Town; GIG Rio De Janeiro; GLA Paisley; GMO Gombe;
GMP Seoul; GND Saint George's; GOI Vasco da Gama; GOJ Nizhny Novgorod; GOM Goma; GOT Gothenburg; GOU Garoua; GOX Mopa;
GPT Gulfport; GRB Green Bay/Austin; GRR Grand Rapids; GRU São Paulo; GSO Greensboro; GSP Greer; GSV Saratov;
GTF Great Falls; GUA Guatemala City; GUM Hagåtña; GUW Atyrau; GVA Geneva; GWD Gwadar; GXF Seiyun; GYD Baku;
GYE Guayaquil; GYM Guaymas; GZT Gaziantep; HAH Moroni; HAJ Hannover; HAK Haikou; HAM Hamburg; HAN Hanoi; HAV Havana;
HBA Hobart; HBE Alexandria; HDY Hat Yai; HEA Guzara; HEL Helsinki; HER Heraklion; HET Hohhot; HFA Haifa; HFE Hefei;
HGA Hargeisa; HGH Hangzhou; HIA Huai'an; HII Lake Havasu City; HIR Honiara; HKG Islands/Hong Kong; HKT Phuket;
HLA Johannesburg; HLP Jakarta; HLZ Hamilton; HMB Suhaj; HMO Hermosillo; HND Tokyo; HNL Honolulu; HOD Hodeida;
HOF Hofuf; HOG Holguin; HPH Haiphong; HRB Harbin; HRE Harare; HRG Hurghada; HRK Kharkiv; HRL Harlingen;
HSV Huntsville; HTA Chita; HUI Huế; HUX Huatulco; HYD Hyderabad; IAD Dulles/Washington; IAG Niagara Falls;
IAH Houston; IBZ Ibiza; ICN Seoul; IEV Kyiv; IFN Isfahan; IFO Ivano-Frankivsk; IGR Puerto Iguazu; IGU Foz do Iguaçu;
IKA Tehran; IKT Irkutsk; IKU Tamchy; ILM Wilmington; ILO Cabatuan; ILR Ilorin; ILS San Salvador; INC Yinchuan;
IND Indianapolis; INL International Falls; INU Yaren District/Nauru; IQT Iquitos; ISB Attock; ISE Isparta;
ISL Bakırköy/Istanbul; IST Arnavutköy/Istanbul; ISU Sulaymaniyah; ITM Osaka; ITO Hilo; IUE Alofi/Niue; IXC Chandigarh;
IXE Mangalore; IXZ Port Blair; JAF Jaffna; JAI Jaipur; JAN Jackson; JAX Jacksonville; JBQ La Isabela; JED Jeddah;
JFK New York; JHB Johor Bahru; JHG Jinghong; JIB Djibouti City; JIJ Jijiga; JJN Quanzhou; JNB Johannesburg;
JNU Juneau; JOG Yogyakarta; JPA João Pessoa; JRO Arusha; JUB Juba; JUJ San Salvador de Jujuy; JUL Juliaca;
KAI Kaieteur Falls; KAN Kano; KBL Kabul; KBP Boryspil/Kyiv; KCH Kuching; KDH Khvoshab; KEF Reykjavík; KER Kerman;
KGL Kigali; KGP Kogalym; KHE Kherson; KHH Kaohsiung; KHI Karachi; KHN Nanchang; KIH Kish Island; KIN Kingston;
KIV Chişinău; KIX Osaka; KJA Krasnoyarsk; KLO Kalibo; KLV Karlovy Vary; KMG Kunming; KNO Medan; KOA Kailua-Kona;
KOJ Kagoshima; KQT Kurgan-Tyube; KRK Kraków; KRR Krasnodar; KRT Khartoum; KRW Turkmenbashi; KSA Okat/Kosrae;
KTM Kathmandu; KTN Ketchikan; KTW Katowice; KUF Samara; KUL Sepang/Kuala Lumpur; KUN Kaunas; KUT Kopitnari/David;
KVA Kavala; KVD Ganja; KWE Guiyang; KWG Kryvyi Rih; KWI Kuwait City/Kuwait; KWL Guilin; KZN Kazan; LAD Luanda;
LAO Laoag City; LAP La Paz; LAQ Al Albraq; LAS Las Vegas; LAX Los Angeles; LBB Lubbock; LBV Libreville; LCA Larnaca;
LCE La Ceiba; LCK Columbus; LED St. Petersburg; LEJ Leipzig; LET Leticia; LFW Lomé; LGA New York; LGK Langkawi;
LGW London; LHE Lahore; LHR London; LHW Lanzhou; LIM Lima; LIO Puerto Limon; LIR Liberia; LIS Lisbon; LJG Lijiang;
LJU Ljubljana; LKO Lucknow; LLC Lal-lo; LLW Lilongwe; LMM Los Mochis; LOP Mataram; LOS Lagos; LPA Gran Canaria Island;
LPB La Paz/El Alto; LPQ Luang Phabang; LPX Liepāja; LRD Laredo; LRM La Romana; LSP Paraguaná; LTK Latakia; LTN London;
LTO Loreto; LTX Latacunga; LUN Lusaka; LUX Luxembourg; LVI Livingstone; LWN Gyumri; LWO Lviv; LXR Luxor;
LYG Lianyungang; LYP Faisalabad; LYS Lyon; MAA Chennai; MAD Madrid; MAF Midland; MAJ Majuro Atoll; MAM Matamoros;
MAN Manchester; MAO Manaus; MAR Maracaibo; MBA Mombasa; MBD Mafeking; MBJ Montego Bay; MBS Saginaw/Midland;
MCI Kansas City; MCO Orlando; MCP Macapá; MCT Muscat; MCX Makhachkala; MDE Medellín; MDG Mudanjiang; MDL Mandalay;
MDQ Mar del Plata; MDT Harrisburg; MDW Chicago; MEC Manta; MED Medina; MEL Melbourne; MEM Memphis;
MEX Ciudad de México; MFE McAllen; MFM Nossa Senhora do Carmo/Macau; MFR Medford; MGA Managua; MGQ Mogadishu/Aden;
MHD Mashhad; MHH Marsh Harbour; MIA Miami; MID Ciudad de Mérida; MIR Monastir; MIU Maiduguri; MJI Tripoli;
MJT Mytilene; MKE Milwaukee; MKQ Merauke; MLA Valletta/Malta; MLB Melbourne; MLE Malé; MLI Moline; MLM Morelia;
MME Darlington; MNL Manila; MOT Minot; MPM Maputo; MPW Mariupol; MQF Magnitogorsk; MQP Mpumalanga; MQT Gwinn;
MRS Marseille; MRU Plaine Magnien; MSO Missoula; MSP Minneapolis; MSQ Minsk; MSS Massena; MSU Maseru; MSW Massawa;
MSY New Orleans; MSZ Moçâmedes; MTT Cosoleacaque; MTY Ciudad de Apodaca; MUC Munich; MUH Marsa Matruh; MUX Multan;
MVB Franceville; MVD Ciudad de la Costa; MWX Piseo-ri; MXL Mexicali; MXP Milan; MYP Mary; MYR Myrtle Beach;
MZI Sévaré; MZO Manzanillo; MZR Mazar-i-Sharif; MZT Ciudad de Mazatlàn; NAG Nagpur; NAN Nadi; NAP Napoli; NAS Nassau;
NAT Natal; NBE Enfidha; NBO Nairobi; NCE Nice; NDB Nouadhibou; NDJ N'Djamena; NDR Al Aaroui; NEV Charlestown;
NGB Ningbo; NGO Tokoname; NIM Niamey; NJF Najaf; NKC Nouakchott; NKG Nanjing; NLA Ndola; NLD Nuevo Laredo;
NLK Burnt Pine/Norfolk; NLU Mexico City; NLV Nikolayev; NMF Noonu Atoll; NNG Nanning; NOU Nouméa; NQZ Nur-Sultan;
NRT Narita/Tokyo; NSI Yaoundé; NTG Nantong; NUE Nuremberg; NVT Navegantes; NYT Pyinmana; OAK Oakland; OAX Oaxaca;
OCJ Boscobel; ODS Odessa; OGL Ogle; OGZ Beslan; OKA Naha; OMO Mostar; OMR Oradea; ONT Ontario; OPO Porto; ORD Chicago;
ORF Norfolk; ORN Es-Sénia; ORY Paris; OSL Oslo; OST Ostend; OTP Bucharest; OVB Novosibirsk; OXB Bissau;
OZH Zaporizhia; PAC Albrook; PAP Port-au-Prince; PBC Puebla; PBG Plattsburgh; PBH Paro; PBI West Palm Beach;
PBM Zandery; PCL Pucallpa; PDG Padang; PDL Ponta Delgada; PDS Piedras Negras; PDV Plovdiv; PDX Portland; PEE Perm;
PEG Perugia; PEI Pereira; PEK Beijing; PEM Puerto Maldonado; PEN Penang; PER Perth; PET Pelotas; PEW Peshawar;
PFO Paphos; PGU Khiyaroo; PHB Parnaíba; PHC Port Harcourt; PHE Port Hedland; PHF Newport News; PHL Philadelphia;
PHX Phoenix; PIA Peoria; PIE Pinellas Park/St. Petersburg; PIT Pittsburgh; PIU Piura; PKU Pekanbaru; PKX Beijing;
PKZ Pakse; PLQ Palanga; PLS Providenciales; PLZ Gqeberha; PMI Palma de Mallorca; PMO Palermo; PMV Isla Margarita;
PNH Phnom Penh; PNI Pohnpei Island; PNR Pointe Noire; PNS Pensacola; POA Porto Alegre; POM Port Moresby;
POP Puerto Plata; POS Port of Spain; PPG Pago Pago; PPS Puerto Princesa; PPT Papeete; PQC Phu Quoc Island;
PQI Presque Isle; PRC Prescott; PRG Prague; PRN Prishtina/Priština; PSA Pisa; PSM Portsmouth; PSP Palm Springs;
PTG Polokwane; PTP Pointe-à-Pitre; PTY Tocumen; PUJ Punta Cana; PUQ Punta Arenas; PUS Busan; PVD Warwick;
PVG Shanghai; PVR Ciudad de Puerto Vallarta; PVU Provo; PWM Portland; PXM Puerto Escondido; PYK Karaj;
PZO Puerto Ordaz-Ciudad Guayana; PZU Port Sudan; QOW Owerri; QUO Uyo; RAI Praia; RAR Avarua/Rarotonga; RBR Rio Branco;
RDU Raleigh/Durham; REC Recife; REP Siem Reap; RES Resistencia; REX Reynosa; RFD Chicago/Rockford; RGA Rio Grande;
RGN Yangon; RIC Richmond; RIX Riga; RIY Riyan; RKT Ras Al Khaimah; RMF Marsa Alam; RMI Rimini; RMQ Taichung;
RMU Corvera; RNO Reno; ROB Monrovia; ROC Rochester; ROP Rota Island; ROS Rosario; ROV Rostov-on-Don; RST Rochester;
RSW Fort Myers; RTB Coxen Hole; RUH Riyadh; RUN Sainte-Marie; RWN Rivne; SAH Sana'a; SAL San Salvador; SAN San Diego;
SAP San Pedro Sula; SAT San Antonio; SAV Savannah; SAW Pendik/Istanbul; SBD San Bernardino; SBT Sabetta; SBZ Sibiu;
SCL Santiago; SCQ Santiago de Compostela; SCT Socotra Islands; SCU Santiago; SDF Louisville; SDJ Natori;
SDQ Santo Domingo; SEA Seattle; SEZ Mahe Island; SFA Sfax; SFB Orlando; SFO San Francisco; SFS Olongapo;
SGN Ho Chi Minh City; SHA Shanghai; SHE Hunnan; SHJ Sharjah; SHO Mpaka; SID Espargos; SIN Singapore; SIP Simferopol;
SJC San Jose; SJD Ciudad de San José del Cabo; SJJ Sarajevo; SJO San José; SJU San Juan; SJW Shijiazhuang;
SKB Basseterre; SKG Thessaloniki; SKO Sokoto; SKP Skopje; SKT Sialkot; SLA Salta; SLC Salt Lake City;
SLP San Luis Potosí; SLW Saltillo; SLZ São Luís; SMF Sacramento; SMR Santa Marta; SNA Santa Ana; SNN Shannon;
SOC Surakarta; SOF Sofia; SON Luganville; SPN I Fadang/Saipan; SPX Al Jiza; SRQ Sarasota/Bradenton; SRX Sirt;
SRY Sari; SSA Salvador; SSH Sharm El Sheikh; STD Santo Domingo; STI Santiago; STL St Louis; STM Santarém; STN London;
STR Stuttgart; SUB Surabaya; SUI Sukhumi; SUV Nausori; SVD Kingstown; SVG Stavanger; SVO Moscow/Sheremetyevo;
SVX Yekaterinburg; SWA Jieyang; SWF Newburgh/New York; SXM Saint Martin; SXR Srinagar; SYD Sydney; SYQ San Jose;
SYR Syracuse; SYX Sanya; SYZ Shiraz; SZB Subang; SZX Shenzhen; TAG Panglao; TAI Ta'izz; TAM Tampico; TAO Jiaozhou;
TAP Tapachula; TAS Tashkent; TBJ Tabarka; TBP Tumbes; TBS Tbilisi; TBU Nuku'alofa; TBZ Tabriz; TCP Taba; TCQ Tacna;
TFS Tenerife; TFU Chengdu; TGD Podgorica; TGM Târgu Mureş; TGU Tegucigalpa; TGZ Tuxtla Gutiérrez; THR Tehran;
TIA Tirana; TIJ Ciudad de Tijuana; TJM Tyumen; TKG Bandar Lampung; TKK Weno Island; TLC Ciudad de Toluca; TLL Tallinn;
TLS Toulouse/Blagnac; TLV Tel Aviv; TMS São Tomé; TNA Jinan; TNN Tainan; TNR Antananarivo; TOE Tozeur; TOS Tromsø;
TPA Tampa; TPE Taoyuan; TRC Torreón; TRD Trondheim; TRK Tarakan/Juwata; TRN Torino; TRU Trujillo;
TRV Thiruvananthapuram; TRW Tarawa/Bonriki; TRZ Tiruchirappalli; TSN Tianjin; TUA Tulcán; TUK Turbat; TUL Tulsa;
TUN Tunis; TUS Tucson; TXN Huangshan; TYL Talara; TYN Taiyuan; TZL Tuzla; TZX Trabzon; UBN Ulaanbaatar; UDJ Uzhhorod;
UET Quetta; UFA Ufa; UIO Quito; UNI Union Island; UPG Ujung Pandang; UPN Uruapan; URC Ürümqi; UTP Rayong;
UUD Ulan Ude; UVF Vieux Fort; VAR Varna; VAV Vava'u Island; VCA Can Tho; VCE Venice; VCP Campinas; VDO Van Don;
VER Veracruz; VFA Victoria Falls/Victoria; VIE Vienna; VKO Moscow; VLI Port Vila; VLN Valencia; VNO Vilnius;
VNT Ventspils; VOG Volgograd; VOZ Voronezh; VRA Matanzas; VRN Villafranca di Verona; VSA Villahermosa; VTE Vientiane;
VVI Santa Cruz; VVO Artyom/Vladivostok; WAW Warsaw; WDH Windhoek; WLG Wellington; WNZ Wenzhou; WOS Wonsan; WUH Wuhan;
WUX Wuxi; WWK Wewak; XBJ Birjand; XIY Xianyang; XMN Xiamen; XNN Haidong; XPL Palmerola/Tegucigalpa; XUZ Xuzhou;
XWA Williston; YAP Yap Island; YEG Edmonton; YHM Hamilton; YHZ Halifax; YIA Yogyakarta; YLW Kelowna; YNT Yantai;
YNY Gonghang-ro/Yangyang; YNZ Yancheng; YOW Ottawa; YQB Quebec; YQM Moncton; YQR Regina; YQX Gander; YTM La Macaza;
YUL Montréal; YUM Yuma; YVR Vancouver; YWG Winnipeg; YXC Cranbrook; YXE Saskatoon; YXS Prince George; YXX Abbotsford;
YXY Whitehorse; YYC Calgary; YYJ Victoria; YYT St. John's; YYZ Toronto; YZF Yellowknife; ZAG Zagreb; ZAH Zahedan;
ZAM Zamboanga City; ZBR Konarak; ZCL Zacatecas; ZIA Moscow; ZIH Ixtapa; ZLO Manzanillo; ZNZ Zanzibar; ZQN Queenstown;
ZRH Zurich; ZTH Zakynthos Island; ZYL Sylhet
`;

/** What large airports are called apart from their cities. */
const NAMES = `
AMS Schiphol; ARN Arlanda; ATL Hartsfield-Jackson; BOS Logan; BUR Bob Hope; BWI Thurgood Marshall; CDG Charles de Gaulle;
CIA Ciampino; CLT Douglas; CPH Kastrup; DCA Reagan/Reagan National/Ronald Reagan; DTW Wayne County; DUS Rhein-Ruhr;
EWR Liberty; EZE Ezeiza; FCO Fiumicino/Leonardo da Vinci; GIG Galeão; GRU Guarulhos; HEL Vantaa; HND Haneda; HOU Hobby;
IAD Dulles; IAH Bush/George Bush/Bush Intercontinental; ICN Incheon; ITM Itami; JFK John F. Kennedy/Kennedy;
KIX Kansai; LAS Harry Reid/McCarran; LGA LaGuardia/La Guardia; LGW Gatwick; LHR Heathrow;
LIN Linate; LTN Luton; MAD Barajas; MDW Midway; MXP Malpensa; NRT Narita; ORD O'Hare; ORY Orly;
OSL Gardermoen; OTP Otopeni; PHX Sky Harbor; PKX Daxing; PVG Pudong; SAN Lindbergh Field; SAW Sabiha Gökçen;
SEA Tacoma/Sea-Tac; SHA Hongqiao; STL Lambert; STN Stansted; SVO Sheremetyevo; TLV Ben Gurion; VCE Marco Polo;
WAW Chopin; YUL Trudeau; YYZ Pearson
`;

interface Airports {
  cities: ReadonlyMap<string, readonly string[]>;
  codes: ReadonlyMap<string, readonly string[]>;
}

/** Made when an airport is first looked up. */
let airports: Airports | null = null;

/** "Frankfurt" for "Frankfurt am Main", "Cancún" for "Ciudad de Cancún". */
const ADDITION = /^Ciudad de(?:l)? | (?:am|an der|im) .+$/;

function listForms(city: string): string[] {
  const short = city.replace(ADDITION, '');
  return short === city ? [city] : [city, short];
}

function readTable(table: string): [code: string, names: string[]][] {
  return table.split(';').map((airport) => {
    const [code = '', ...words] = airport.trim().split(' ');
    return [code, words.join(' ').split('/')];
  });
}

function readAirports(): Airports {
  const cities = new Map(readTable(AIRPORTS).map(([code, names]) => [code, names.flatMap(listForms)]));
  for (const [code, names] of readTable(NAMES)) {
    const served = cities.get(code) ?? [];
    const whole = served.flatMap((city) => names.map((name) => `${city} ${name}`));
    cities.set(code, [...served, ...names, ...whole]);
  }
  const codes = new Map<string, string[]>();
  for (const [code, served] of cities) {
    for (const city of served) codes.set(toKey(city), [...(codes.get(toKey(city)) ?? []), code]);
  }
  return { cities, codes };
}

function toKey(city: string): string {
  return listNormalizedWords(city).join(' ');
}

/** The codes of the airports that serve a city, in any capitals and with or without accents. */
export function listAirportsOf(city: string): readonly string[] {
  airports ??= readAirports();
  return airports.codes.get(toKey(city)) ?? [];
}

/** The cities that the airport of a code serves; none for other words. */
export function listCitiesOfAirport(code: string): readonly string[] {
  airports ??= readAirports();
  return airports.cities.get(code) ?? [];
}
