/** Hand-written word lists for English names. Everything is lower case. */

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean))

/** Words that start a sentence far more often than a name. */
export const FUNCTION_WORDS = set(`
  a an the this that these those such another each every either neither both all any some no none few many several
  most more much other others same one two three four five six seven eight nine ten eleven twelve hundreds thousands
  millions i you he she it we they me him her us them my your his its our their mine yours hers ours theirs myself
  himself herself itself themselves ourselves who whom whose which what whatever whoever when whenever where wherever
  why how however and or but nor so yet for if unless until till since because although though while whilst whereas
  as than then thus hence therefore moreover furthermore nevertheless nonetheless meanwhile otherwise instead besides
  also too very just only even still about above across after against along amid among amongst around at before
  behind below beneath beside between beyond by concerning despite down during except following from given in
  including inside into like near notwithstanding of off on onto opposite out outside over past per plus regarding
  round through throughout to toward towards under underneath unlike up upon via with within without is are was were
  am be been being has have had having do does did doing will would shall should can could may might must ought not
  never ever always often sometimes usually generally typically frequently rarely seldom again once twice soon later
  earlier early late now today tomorrow yesterday tonight here there elsewhere everywhere somewhere perhaps maybe
  probably possibly certainly indeed actually really finally eventually initially originally previously formerly
  currently recently subsequently afterwards first second third fourth fifth last next further additionally
  alternatively accordingly according based built born yes oh ah well ok okay hello hi hey please thanks thank sorry
  dear let lets nothing something anything everything nobody somebody anybody everybody nowhere someone anyone
  everyone it's he's she's that's there's i'm i've i'd i'll you're you've we're we've they're they've don't doesn't
  didn't isn't aren't wasn't weren't can't couldn't won't wouldn't shouldn't hasn't haven't hadn't what's who's
  together apart aside overall similarly likewise consequently thereafter thereby therein ultimately specifically
  particularly especially notably interestingly unfortunately fortunately apparently presumably supposedly reportedly
  allegedly officially approximately roughly nearly almost less least enough quite rather somewhat due owing whether
  half lots plenty etc eg ie aka
`)

/** Capitalised by habit, and no name on their own, wherever they stand. */
export const GENERIC_WORDS = set(`
  i page pages figure figures fig table tables section sections chapter chapters appendix part parts volume vol issue
  item items note notes step steps example examples equation eq question answer exhibit annex article clause
  paragraph line lines row column version no number yes ok tv am pm ad bc ce bce todo fixme warning important caution
  tip info error id faq ps nb re fwd cc subject date time from to sent
`)

/** Abbreviations and words with capitals that name nothing in particular. */
export const NO_NAMES = set(`
  tv cd cds dvd dvds lp lps ep eps phd ph.d ph.d. mba ba b.a. b.a b.s. b.sc. bsc ma m.a. m.a m.s. m.sc. msc llb dj djs ceo cfo cto coo pr hr vip
  gdp no. nos. vol. mvp obe mbe cbe kbe dso qc mp mps mep hd 3d 2d id pc pcs gps cpu cpus ram usb led lcd atm atms pdf
  rt lol omg faqs iq diy mc emcee qr sms url urls html css json xml sql api apis sdk http https
`)

/** Courtesy titles and ranks before a person's name; not part of it. */
export const TITLES = set(`
  mr mr. mrs mrs. ms ms. mx mx. miss mister madam madame mme mme. mlle monsieur messrs messrs. herr frau signor
  signora senor senora sir dame lord lady dr dr. doctor prof prof. professor rev rev. reverend fr fr. father brother
  sister pastor bishop archbishop cardinal pope rabbi imam sheikh shaykh ayatollah gen gen. general col col. colonel
  maj maj. major capt capt. captain cmdr cmdr. commander lt lt. lieutenant sgt sgt. sergeant cpl cpl. corporal pvt
  pvt. private adm adm. admiral marshal brigadier commodore president chancellor premier senator sen sen.
  representative rep rep. congressman congresswoman governor gov gov. mayor minister secretary ambassador judge
  justice chairman chairwoman chairperson chief ceo director coach king queen prince princess emperor empress tsar
  czar sultan shah khan duke duchess earl count countess baron baroness marquis viscount archduke kaiser pharaoh
  caliph emir maharaja hon hon. honorable honourable officer detective inspector constable agent deputy comrade guru
  swami hm hrh baronet bt bt. doge gauleiter rebbe
`)

/** Titles that are read as part of the name. */
export const KEPT_TITLES = set('mr mr. mrs mrs. ms ms. miss mx mx. mme mme. mlle madame lady pope')

/** Bynames after "the": `Alda the Elder`. */
export const BYNAMES = set(
  'great terrible elder younger conqueror lionheart magnificent bald bold brave wise good pious confessor fair short tall red black white fat impaler navigator',
)

/** Surnames that are also nouns for a place: `Ida Hall`. */
export const PLACE_SURNAMES = set(
  'hall hill field fields park parks wood woods lane brook brooks river rivers bank banks ford stone church cross marsh dale west north day bush forest lake lakes moor glen heath bridge castle street temple court lodge house rock rocks',
)

/** Nouns that end the name of an office: alone, or after other common words, they name nobody. */
export const OFFICES = set(`
  manager officer director secretary judge magistrate writer engineer executive president chairman minister assistant
  coordinator producer editor player coach analyst consultant administrator supervisor representative ambassador
  chancellor governor commissioner inspector attorney counsel chief head lead developer designer architect specialist
  advisor adviser treasurer professor lecturer emperor baronet
`)

/** After a person's name, part of it. */
export const NAME_SUFFIXES = set('jr jr. sr sr. ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi esq esq. phd')

/** Small words inside personal and place names. */
export const PARTICLES = set(`
  de del della delle dei di da das do dos du des d' la las le les lo los el al ul van von vom zu zum zur der den ter ten te het op
  bin ibn bint ben abu af av til y e i und et na ng mac o' san tot aan 't sur sous aux
`)

/** Abbreviated and full legal forms of companies. */
export const LEGAL_FORMS = set(`
  inc inc. incorporated ltd ltd. limited llc llc. llp lp l.p. l.p plc plc. corp corp. corporation co co. company gmbh ag kg kgaa sa s.a. s.a
  sas sarl srl s.r.l. spa s.p.a. s.p.a nv n.v. n.v bv b.v. b.v ab as a/s oy oyj aps pty kk k.k. bhd sdn pte pjsc ojsc jsc ooo oao se pvt
  holdings holding group sons bros bros. brothers
`)

/** Legal forms that linking takes off: what is left is the same firm. */
export const STRIPPED_FORMS = set(`
  inc inc. incorporated ltd ltd. limited llc llc. llp lp l.p. plc plc. corp corp. corporation co co. company gmbh ag kg kgaa sa s.a. sas
  sarl srl s.r.l. spa s.p.a. nv n.v. bv b.v. ab a/s oy oyj aps pty kk k.k. bhd pte pjsc ojsc jsc ooo oao
`)

/** Nouns whose capitalised form ends the name of an organization, and which say what a thing is: `a bank`. */
export const ORGANIZATION_NOUNS = set(`
  academy administration agency airline airlines airways alliance army artillery assembly associates association
  associations authority band bank banks battalion board brewery brigade broadcasting brotherhood bureau business
  cabinet cavalry chamber charity choir chorus church circus clan clinic club clubs coalition college colleges
  commission commissions committee committees community company companies confederation conference congregation
  congress conservatory consortium constabulary consulate cooperative corporation corporations corps council councils
  court courts crew department departments diocese archdiocese directorate distillers division duo electronics
  embassy energy enterprise enterprises entertainment faculty federation federations films firm firms fleet force
  forces foundation front fund gazette government group groups guard guards guild gymnasium herald hospital hospitals
  household industries industry infantry initiative institute institutes institution institutions insurance
  intelligence investigation investments jury knesset label labels laboratories laboratory labs league leagues legion
  legislature library manufacturer media militia military ministries ministry mission motors movement nations navy
  network networks news newspaper newspapers nhs opera orchestra orchestras order organisation organisations
  organization organizations parliament partners partnership party parties patrol philharmonic pictures police
  politburo polytechnic post press productions publisher publishers publishing quartet quintet regiment records
  restaurants retailer school schools secretariat securities senate seminary service services sextet shipyard sisters
  society societies software solutions squad squadron staff startup store stores studios studio symphony syndicate
  systems tabloid team teams technologies technology telecom television times trio tribe tribunal troupe trust tv
  union unions united universities university utilities ventures wing works yards fc f.c. afc a.f.c. sc cf ac bc rc
  cc hc dynamo wanderers rovers athletic rangers albion hotspur motor pharmaceuticals bancorp biotech chemicals
  communications consulting designs distribution electric foods holdings hotels interactive international logistics
  markets petroleum resources steel supermarkets textiles trading daily tribune chronicle rundfunk verlag sabha duma
  bundestag bundeswehr luftwaffe wehrmacht gestapo taliban mafia cartel gang
`)

/** The same for places. */
export const LOCATION_NOUNS = set(`
  abbey airfield airport airports alley alps aqueduct archipelago area arena atoll avenue base basilica basin bay
  bayou beach bluff bog borough boulevard bridge brook building buildings burgh caldera camp campus canal canals
  canton canyon cape capital castle cathedral cave caves cemetery center centre chapel channel cities city cliff
  cliffs coast coastline colony colonies commune continent countries country county counties courthouse cove crater
  creek crossing dam delta democracy departement depot desert district districts divide dock docks downs downtown
  drive emirate empire enclave estate estates estuary factory falls farm fault fell ferry field fields fjord flats
  ford forest forests fort fortress forum fountain freeway gallery garden gardens garrison gate ghat glacier glen
  gorge governorate grounds grove gulf gully hall hamlet harbor harbour heights highland highlands highway hill hills
  hotel hollow hospital house inlet inn interstate island islands isle isles isthmus junction keep kingdom lagoon
  lake lakes land landing lane library lighthouse line loch locality locale lodge lowlands mall manor mansion marina
  marsh meadow meadows memorial metropolis mill mills mine mines mission moor monastery monument moraine mosque
  motorway mount mountain mountains mouth municipality municipalities museum museums nation necropolis neighborhood
  neighbourhood oblast observatory ocean oblasts okrug outcrop palace parish park parks parkway pass path peak peaks
  peninsula pier place plain plains planet plantation plateau playground plaza point pond port portal prairie
  prefecture preserve prison protectorate province provinces pyramid quarry quarter raion railroad railway ranch
  range ranges rapids raceway reef reefs refuge region regions republic republics reservation reserve reservoir
  resort ridge river rivers road roads rock rocks ruins runway sanctuary sea seas settlement settlements shore shores
  shrine site slope slopes sound spit spring springs square stadium state states station stations steppe strait
  straits stream street streets suburb suburbs subcontinent summit swamp tehsil temple terminal terrace territories
  territory theater theatre tomb tower towers town towns township townships tract trail triangle tunnel uplands vale
  valley valleys viaduct village villages vineyard vineyards volcano voivodeship wadi waterfall waterway ward
  wetlands wharf wilderness wood woodland woods zone zoo seat hometown birthplace upazila taluk taluka mandal
  barangay comarca arrondissement gmina powiat krai kraj megye ostan tambon amphoe mukim pradesh stan
`)

/** The same for works, events, products and everything else. */
export const MISC_NOUNS = set(`
  accord accords act acts affair agreement album albums alphabet amendment anime anniversary anthem armistice aria
  atlas attack attacks award awards ballet ballad battle bible bill biography blues book books bombing bowl broadcast
  campaign canon cantata car carol cartoon catalog catalogue census ceremony championship championships chart charts
  charter chronicles classic code coin collection comedy comic comics competition concert concerto conflict
  constitution contest convention conventions coup crisis crusade cup cyclone dance debate declaration decree degree
  derby dialect diary dictionary disaster discography disease documentary doctrine drama duology dynasty earthquake
  edition election elections encyclopaedia encyclopedia engine ep epic episode episodes epoch era essay event events
  exhibition expedition exposition express fair fantasy festival festivals fiction film films fire flight flood folk
  format framework franchise games game gospel grammy hit hits holiday holocaust hurricane hymn incident indictment
  invasion jubilee kit language languages law laws legend legends lottery magazine magazines manga manifesto
  manuscript march marathon massacre mechanism medal medals melody memoir metal miniseries missile model modification
  movie movies music musical musicals mutiny mystery myth mythology novel novella novels oath olympics opera operas
  operation operations ordinance oratorio paper paralympics pact partition patent peace philosophy phone play
  playoffs plays plague plan plot poem poems poetry policy prayer prix prize prizes procedure process product
  products program programme programs project proclamation prologue protocol protest protests psalm race raid
  rebellion reformation referendum regulation religion remix renaissance report resolution retrospective revolt
  revolution ride riots rocket romance rover saga satellite scale scandal season sequel serial series shooter show
  shows siege simulator single singles sitcom skirmish soap solution sonata song songs soundtrack species standard
  statute storm story strike submarine suite supercomputer surgery syndrome tale tales tapestry test theorem theory
  thriller tournament tour tours tragedy trailer treaty trial trials trilogy trophy truck uprising vaccine vehicle
  verse version video videogame virus volume war wars warship weapon western day eve christmas easter ramadan
  hanukkah oscar oscars emmy emmys bafta tony nobel pulitzer bundesliga league premiership playoff superbowl console
  browser compiler aircraft airplane helicopter tank rifle pistol cpu chipset smartphone catholicism protestantism
  buddhism hinduism islam judaism christianity communism socialism fascism nazism liberalism
`)

/** Nouns for a person: `the singer Ana Lee`, `Ana Lee, a lawyer`. */
export const PERSON_NOUNS = set(`
  accountant activist actor actors actress actresses adviser advisor admiral agent ally ambassador analyst ancestor
  animator announcer anthropologist archaeologist archbishop architect artist artists assassin assistant astronaut
  astronomer athlete attorney author authors aviator aunt bandleader banker baritone baron baroness baseman bassist
  batsman biographer biologist bishop blogger botanist bowler boxer boy boyfriend broadcaster brother brothers
  bureaucrat businessman businesswoman candidate captain cardinal cartoonist cellist ceo chairman chairwoman champion
  chancellor character characters chef chemist chief child choreographer cinematographer clarinetist classicist
  clergyman coach colleague collaborator colonel columnist comedian commander commentator composer composers
  conductor congressman consort contestant contributor councillor counsel counsellor count countess cousin creator
  cricketer criminal critic cyclist dancer daughter daughters dean defender democrat deputy designer detective
  dictator diplomat director directors dj doctor dramatist drummer duchess duke earl economist editor elder emperor
  empress engineer entertainer entrepreneur essayist executive explorer farmer father fencer fighter fiancé fiancee
  filmmaker footballer forward founder founders friend frontman general geographer geologist girl girlfriend
  goalkeeper golfer governor grandfather grandmother grandson granddaughter guitarist guitarists gymnast heir hero
  heroine historian host husband illustrator industrialist infielder instructor inventor investor jockey journalist
  judge jurist justice keyboardist killer king knight laureate lawmaker lawyer leader leaders lecturer legislator
  librettist lieutenant linebacker linguist lord lyricist magician man manager marshal mathematician mayor member men
  mentor merchant midfielder millionaire billionaire minister missionary monarch monk mother mountaineer murderer
  musician musicians mystic naturalist nephew nephews newsreader niece nobleman novelist nun nurse officer official
  officials organist outfielder owner painter partner pastor patriarch patron pharaoh philanthropist philosopher
  photographer physician physicist pianist pilot pioneer pitcher player players playwright poet poets politician
  politicians pope practitioner preacher predecessor president presidents presenter priest prince princess prisoner
  producer producers professor programmer prosecutor protagonist protégé psychiatrist psychologist publicist
  quarterback queen rabbi racer rapper rappers rebel receiver referee reporter representative researcher ruler runner
  sailor saxophonist scholar scientist screenwriter scriptwriter sculptor secretary senator sergeant showrunner shah
  singer singers sister sisters skater skier skipper sociologist soldier son songwriter songwriters sons soprano
  speaker spokesman spokesperson spokeswoman star statesman stepfather stepmother striker student sultan
  superintendent surgeon survivor swimmer teacher teammate technician tenor theologian thinker translator treasurer
  trumpeter tsar tutor twin umpire uncle villain violinist vocalist warrior widow widower wife winger winner woman
  women wrestler writer writers youtuber zoologist
`)

/** Heads that may be followed by `of` inside a name. */
export const OF_HEADS = set(`
  academy administration age agency alliance archbishop archdiocese archives army articles assembly association
  athenaeum bank banks bar battle battles bay bishopric board book books branch brotherhood bureau call cape castle
  cathedral center centers centre chamber chapel charter chief chronicles church churches cinema city club coast
  college colleges colony commission committee commonwealth community company confederacy confederation conference
  congregation congress conservatory constitution convention council count county court covenant cross crown
  daughters declaration democratic department departments diocese diet directorate district division dominion duchy
  electorate embassy emirate empire exchange expedition faculty fall federation flag forum foundation friends gallery
  garden gate goddess government governorate grand guild gulf hall head heart high history holy hospital house houses
  hound institute institutes institution intelligence invasion islands isle isles journal king kingdom knights lake
  law leader league legend legends legion library life light lord lords margraviate medal medical ministry minister
  mountain mount mouth municipality museum museums nation national nations office opera order organisation
  organization palace parish parliament part party peace people peoples planet plain plains player polytechnic port
  prime prince princes principality protectorate province queen realm register registry reign republic revolution
  rise river rock royal school schools sea secretary secret see senate servants shire siege sisters society song sons
  sound state states statute strait straits sultanate supreme symphony tale tales temple theater theatre throne tower
  tradition treaty tribunal tribune tropic trust union universities university valley vicariate village virginia
  voice voivodeship war wars way wheel wing world zone commons representatives hotel air halls mayor mirror game
  games hand hands artist banner birds bridge children commander companion criminalization dance daughter day days
  dawn death devil end ends fame feast festival flight girl girls goal guardians gangs habit heroes hunchback island
  joy lady land lives lost man master masters memoirs men merchant message name night origin out passion poetics
  pirates power pride prisoner race rebels return rites rivers road room rule sanders search selectmen shadow ship
  sign soul spirit spring star sum taste tears thrones time top touch trial walls whims wings women wooing year years
`)

/** Heads that may hold `and` inside: `Ministry of Trade and Industry`. */
export const AND_HEADS = set(`
  academy administration agency association board bureau centre center centers college commission committee conservatory council department
  directorate faculty foundation institute institution journal laboratory library ministry minister museum office organisation organization school
  secretary service society union university university's authority federation conference division
`)

/** Heads that may be followed by `for` inside a name. */
export const FOR_HEADS = set(`
  academy agency alliance association award awards campaign campaigners center centers centre centres coalition college commission
  committee commissioner council department foundation fund hospital institute initiative laboratory medal ministry minister movement
  museum network office organisation organization party prize program programme project school secretary society suites union tears
`)

/** Common nouns that a possessive may lead to inside a name: `St Mary's Cathedral`. */
export const POSSESSIVE_HEADS = set(`
  abbey academy cathedral chapel church college creek cup day hospital hall house island lake mansion park party point school square
  theatre theater university world championship championships league association club union army march revenge rebellion law war eve
  daughter choice wharf bay harbour harbor landing peak island gate hill cove cross market movement tale guide companion
`)

/** Nouns left of a number that belong to a name: `Apollo 11` needs none, `Article 5` is no name. */
export const NUMBERED_LABELS = set(`
  page pages figure figures fig fig. table tables section sections chapter chapters appendix part parts volume volumes vol vol. issue
  item items note notes step steps example examples equation exhibit annex article articles clause paragraph line lines row column
  version question answer no no. nos. number lesson unit module phase stage level grade room floor gate season week day round
  episode act scene verse rule schedule point task option case group
`)

export const MONTHS = set(
  'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec',
)
/** Abbreviated months, with the stop that the word scan leaves on. */
export const MONTH_STOPS = set('jan. feb. mar. apr. jun. jul. aug. sep. sept. oct. nov. dec.')
export const WEEKDAYS = set(
  'monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays',
)
export const SEASONS = set('spring summer autumn fall winter')

export const NUMBER_WORDS = set(`
  zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
  twenty thirty forty fifty sixty seventy eighty ninety hundred thousand
`)
export const MAGNITUDES = set(
  'hundred thousand million billion trillion dozen hundreds thousands millions billions dozens m bn crore lakh',
)
export const ORDINAL_WORDS = set(`
  first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth
  eighteenth nineteenth twentieth
`)
export const DURATIONS = set(`
  second seconds minute minutes hour hours day days week weeks fortnight month months year years decade decades century centuries millennium
  millennia season seasons weekend quarter
`)
export const UNITS = set(`
  km kms kilometer kilometers kilometre kilometres m meter meters metre metres cm mm nm centimeters centimetres millimeters millimetres mile
  miles mi ft feet foot inch inches in yard yards acre acres hectare hectares ha kg kilograms kilogram g gram grams mg tonne tonnes ton tons lb lbs
  pound pounds ounce ounces oz litre litres liter liters l ml gallon gallons degrees degree percent kmh km/h mph knots watts kw mw gw
  kilowatts megawatts volts hz khz mhz ghz kb mb gb tb bytes km² km2 m² m2 sq euros dollars yen rupees yuan francs rubles roubles cents pence
  people copies units points times inhabitants votes percentage
`)
export const ERAS = set('bc bce ad ce b.c. a.d. c.e. b.c.e. bp')
export const PERIOD_NAMES = set(`
  pleistocene holocene pliocene miocene oligocene eocene paleocene cretaceous jurassic triassic permian carboniferous devonian silurian
  ordovician cambrian precambrian mesozoic cenozoic paleozoic palaeozoic neolithic paleolithic palaeolithic mesolithic antiquity renaissance-era
  medieval midnight noon
`)

/** Words that say which part of a place is meant. */
export const DIRECTIONS = set(
  'north south east west northern southern eastern western central northeast northwest southeast southwest northeastern northwestern southeastern southwestern upper lower greater inner outer downtown mid',
)

/** Verbs that a person does, as written after the name. */
export const PERSON_VERBS = set(`
  said says told tells asked asks replied wrote writes born died dies married marries studied studies graduated attended played plays sang
  sings live retired recalled recalls resigned believed believes thought thinks felt feels knew knows smiled laughed cried nodded shrugged whispered
  shouted explained explains argued argues denied denies admitted insisted lives lived grew taught teaches directed starred stars
  composed painted moved returned worked works served joined became becomes appeared appears earned voted wanted wants met loved
  hated who whose whom himself herself he she
`)
/** Verbs that an organization does. */
export const ORGANIZATION_VERBS = set(`
  announced announces acquired acquires launched launches merged hired hires employs employed manufactures manufactured sells sold
  produces operates operated reported reports released broadcasts broadcast publishes signed recruited owns
`)

/** Codes of states and provinces, as after a comma: `Norwich, CT`. */
export const STATE_CODES = set(
  'al ak az ar ca co ct de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy dc on qc bc ab mb sk ns nb nl pe nsw qld',
)

/** Countries, unions and parts of the world that the generated list lacks. */
export const MORE_PLACES: ReadonlySet<string> = new Set(
  `usa,u.s.,us,u.s,u.s.a.,uk,u.k.,uae,ussr,gdr,drc,united states of america,great britain,britain,england,scotland,wales,northern ireland,soviet union,
yugoslavia,czechoslovakia,east germany,west germany,prussia,austria-hungary,ottoman empire,roman empire,byzantine empire,british empire,
holy roman empire,russian empire,persia,mesopotamia,siam,ceylon,burma,rhodesia,zaire,tibet,kosovo,palestine,republic of ireland,
north america,south america,latin america,central america,middle east,near east,far east,europe,africa,asia,oceania,antarctica,australasia,eurasia,
western europe,eastern europe,central europe,southeast asia,south asia,central asia,east asia,north africa,west africa,east africa,
southern africa,central africa,sub-saharan africa,caribbean,scandinavia,balkans,iberia,crimea,caucasus,levant,arctic,polynesia,
mediterranean,mediterranean sea,atlantic,pacific,atlantic ocean,pacific ocean,indian ocean,black sea,caspian sea,baltic sea,red sea,north sea,
himalayas,himalaya,alps,andes,pyrenees,sahara,amazon rainforest,rhine,danube,nile,volga,thames,mississippi,ganges,yangtze,
new england,midwest,east coast,west coast,deep south,silicon valley,wall street,hollywood,broadway,manhattan,brooklyn,queens,bronx,harlem,
bavaria,saxony,catalonia,andalusia,galicia,brittany,burgundy,flanders,wallonia,lombardy,piedmont,sardinia,sicily,tuscany,transylvania,
wallachia,moldavia,bohemia,moravia,silesia,pomerania,galilee,anatolia,kurdistan,kashmir,punjab,bengal,assam,manchuria,inner mongolia,xinjiang,
hokkaido,honshu,kyushu,okinawa,java,sumatra,borneo,luzon,mindanao,bali,
new south wales,victoria,queensland,western australia,south australia,tasmania,northern territory,
british columbia,nova scotia,new brunswick,washington d.c.,washington dc,d.c.,mars,earth,moon,venus,mercury,jupiter,saturn`
    .split(',')
    .map((name) => name.trim()),
)

/** Peoples and adjectives of places that the generated list lacks. */
export const MORE_DEMONYMS = set(`
  english scottish welsh irish british soviet prussian bavarian ottoman roman byzantine persian arab arabic arabian jewish hebrew kurdish
  catalan basque breton flemish walloon sicilian venetian florentine genoese parisian viennese athenian spartan trojan celtic norse viking gaelic
  saxon norman frankish gothic mongol manchu tibetan cantonese taiwanese hawaiian texan californian canadian québécois quebecois
  european asian african american americans african-american african-americans latin latino hispanic anglo afro scandinavian nordic baltic
  balkan slavic iberian mediterranean caribbean polynesian yugoslav yugoslavian czechoslovak burmese siamese bengali punjabi tamil
  sinhalese malay javanese filipino native aboriginal maori inuit cherokee sioux apache navajo aztec maya mayan inca incan
  catholic protestant
`)

/** Given names that are common words too, so that the generated list lacks them. */
export const MORE_GIVEN = set(`
  rose may grace faith hope joy iris lily violet daisy ruby pearl amber crystal april june summer autumn dawn eve ivy hazel jasmine ginger heather olive
  holly penny will mark bill rob bob jack frank grant chase hunter mason cliff glen dean ray art guy pat sue drew miles max rich nick don victor
  buck chuck gene dale
`)

/** Firms, bodies and parties that the generated list lacks. */
export const MORE_ORGANIZATIONS: ReadonlySet<string> = new Set(
  `apple,amazon,meta,alphabet,oracle,tesla,openai,anthropic,deepmind,nvidia,intel,wipro,infosys,tata,reliance,siemens,bosch,basf,bayer,sap,zoom,slack,stripe,
shell,total,target,visa,mastercard,paypal,square,snap,spotify,netflix,linkedin,pinterest,reddit,wikipedia,mozilla,adobe,autodesk,vmware,ibm,hp,dell,
cisco,qualcomm,broadcom,micron,amd,arm,tsmc,samsung,huawei,xiaomi,tencent,alibaba,baidu,bytedance,toyota,honda,nissan,ford,volkswagen,renault,peugeot,ferrari,
porsche,airbus,boeing,lockheed martin,nasa,esa,cern,unesco,unicef,who,nato,opec,reuters,ap,afp,bbc,cnn,congress,parliament,senate,kremlin,pentagon,interpol,europol,
hamas,hezbollah,isis,fatah,taliban,al-qaeda,bundestag,knesset,fc barcelona,real madrid,arsenal,chelsea,liverpool fc,manchester united,juventus,
republican,republicans,democrat,democrats,conservative,conservatives,labour,tory,tories,liberal democrats,whig,whigs,harvard,yale,stanford,princeton,mit,ucla`
    .split(',')
    .map((name) => name.trim()),
)
