/**
 * Irregular forms of English: verbs with past and participle, nouns with plural, adjectives and adverbs with
 * comparative and superlative. They stand in for WordNet's exception lists (noun.exc, verb.exc, adj.exc, adv.exc),
 * which the package of the database leaves out. Forms that a rule finds, such as doubled consonants, are not listed;
 * compounds (overtook, grandchildren) are found by their ends.
 *
 * A line is a base form and its forms; `/` parts variants.
 */
import type { PartOfSpeech } from "./parts-of-speech.ts";

const VERBS = `
abide abode abode
arise arose arisen
awake awoke/awaked awoken
be was/were been am is are being
bear bore borne/born
beat beat beaten
become became become
befall befell befallen
beget begot/begat begotten
begin began begun
behold beheld beheld
bend bent bent
bereave bereft bereft
beseech besought besought
beset beset beset
bespeak bespoke bespoken
bestride bestrode bestridden
bet bet bet
betake betook betaken
bid bade/bid bidden
bide bode bided
bind bound bound
bite bit bitten
bleed bled bled
blow blew blown
break broke broken
breed bred bred
bring brought brought
build built built
burn burnt burnt
burst burst burst
buy bought bought
cast cast cast
catch caught caught
chide chid chidden
choose chose chosen
cleave clove/cleft cloven/cleft
cling clung clung
clothe clad clad
come came come
cost cost cost
creep crept crept
crow crew crowed
cut cut cut
deal dealt dealt
dig dug dug
dive dove dived
do did done does
draw drew drawn
dream dreamt dreamt
drink drank drunk
drive drove driven
dwell dwelt dwelt
eat ate eaten
fall fell fallen
feed fed fed
feel felt felt
fight fought fought
find found found
flee fled fled
fling flung flung
fly flew flown flies
forbear forbore forborne
forbid forbade/forbad forbidden
foresee foresaw foreseen
forget forgot forgotten
forgive forgave forgiven
forgo forwent forgone
forsake forsook forsaken
freeze froze frozen
get got gotten
gild gilt gilt
gird girt girt
give gave given
go went gone goes
grind ground ground
grow grew grown
hang hung hung
have had had has having
hear heard heard
heave hove hove
hew hewed hewn
hide hid hidden
hit hit hit
hold held held
hurt hurt hurt
keep kept kept
kneel knelt knelt
knit knit knit
know knew known
lade laded laden
lay laid laid
lead led led
lean leant leant
leap leapt leapt
learn learnt learnt
leave left left
lend lent lent
let let let
lie lay lain lying
light lit lit
lose lost lost
make made made
mean meant meant
meet met met
melt melted molten
mow mowed mown
pay paid paid
plead pled pled
prove proved proven
put put put putting
quit quit quit
read read read
rend rent rent
rid rid rid
ride rode ridden
ring rang rung
rise rose risen
rive rived riven
run ran run
saw sawed sawn
say said said
see saw seen
seek sought sought
sell sold sold
send sent sent
set set set
sew sewed sewn
shake shook shaken
shave shaved shaven
shear sheared shorn
shed shed shed
shine shone shone
shit shat shat
shoe shod shod
shoot shot shot
show showed shown
shrink shrank shrunk
shrive shrove shriven
shut shut shut
sing sang sung
sink sank sunk
sit sat sat
slay slew slain
sleep slept slept
slide slid slid
sling slung slung
slink slunk slunk
slit slit slit
smell smelt smelt
smite smote smitten
sow sowed sown
speak spoke/spake spoken
speed sped sped
spell spelt spelt
spend spent spent
spill spilt spilt
spin spun/span spun
spit spat spat
split split split
spoil spoilt spoilt
spread spread spread
spring sprang sprung
stand stood stood
stave stove stove
steal stole stolen
stick stuck stuck
sting stung stung
stink stank stunk
strew strewed strewn
stride strode stridden
strike struck struck/stricken
string strung strung
strive strove striven
swear swore/sware sworn
sweat sweat sweat
sweep swept swept
swell swelled swollen
swim swam swum
swing swung swung
take took taken
teach taught taught
tear tore torn
tell told told
think thought thought
thrive throve thriven
throw threw thrown
thrust thrust thrust
tie tied tied tying
die died died dying
vie vied vied vying
tread trod trodden
understand understood understood
undergo underwent undergone
wake woke woken
wear wore worn
weave wove woven
wed wed wed
weep wept wept
wet wet wet
win won won
wind wound wound
withdraw withdrew withdrawn
wring wrung wrung
write wrote written
ski skied skied skiing
picnic picnicked picnicked picnicking
panic panicked panicked panicking
mimic mimicked mimicked mimicking
traffic trafficked trafficked trafficking
frolic frolicked frolicked frolicking
politick politicked politicked politicking
see sees seen seeing
free freed freed freeing
agree agreed agreed agreeing
flee flees fled fleeing
dye dyed dyed dyeing
singe singed singed singeing
eye eyed eyed eyeing/eying
canoe canoed canoed canoeing
hoe hoed hoed hoeing
age aged aged ageing/aging
bus bussed/bused bussed bussing/busing
gas gassed gassed gassing
quiz quizzed quizzed quizzing
focus focussed focussed focussing
can could could
may might might
will would would
shall should should`;

const NOUNS = `
addendum addenda
alga algae
alumna alumnae
alumnus alumni
analysis analyses
antenna antennae
antithesis antitheses
apex apices
appendix appendices
arch arches
auspex auspices
axis axes
axe axes
bacillus bacilli
bacterium bacteria
basis bases
base bases
beau beaux
beef beeves
bison bison
brother brethren
bus buses/busses
bureau bureaux
cactus cacti
calf calves
catharsis catharses
cherub cherubim
child children
chateau chateaux
codex codices
corpus corpora
cortex cortices
crisis crises
criterion criteria
curriculum curricula
datum data
deer deer
diagnosis diagnoses
die dice
dwarf dwarves
ellipsis ellipses
elf elves
emphasis emphases
erratum errata
fez fezzes
fish fish
focus foci
foot feet
formula formulae
fungus fungi
gas gases/gasses
genesis geneses
genus genera
goose geese
graffito graffiti
half halves
helix helices
hippopotamus hippopotami
hoof hooves
hypothesis hypotheses
index indices
knife knives
larva larvae
leaf leaves
life lives
loaf loaves
locus loci
louse lice
man men
matrix matrices
maximum maxima
medium media
memorandum memoranda
metamorphosis metamorphoses
millennium millennia
minimum minima
moose moose
mouse mice
movie movies
nebula nebulae
neurosis neuroses
nucleus nuclei
oasis oases
octopus octopi
offspring offspring
opus opera
optimum optima
ovum ova
ox oxen
parenthesis parentheses
passer-by passers-by
passerby passersby
penny pence
person people
phenomenon phenomena
phylum phyla
plateau plateaux
prognosis prognoses
pupa pupae
quantum quanta
quiz quizzes
radius radii
referendum referenda
scarf scarves
self selves
seraph seraphim
series series
sheaf sheaves
sheep sheep
shelf shelves
species species
spectrum spectra
sphinx sphinges
spouse spouses
staff staves
stimulus stimuli
stratum strata
swine swine
syllabus syllabi
symposium symposia
synopsis synopses
synthesis syntheses
tableau tableaux
thesis theses
thief thieves
tooth teeth
trousseau trousseaux
turf turves
ultimatum ultimata
vertebra vertebrae
vertex vertices
virus viruses
vortex vortices
wharf wharves
whiz whizzes
wife wives
wolf wolves
woman women
zombie zombies
cookie cookies
calorie calories
pie pies
tie ties
lie lies
eye eyes
shoe shoes
toe toes
bus busses
chief chiefs
roof roofs
belief beliefs
daisy daisies
menu menus
ski skis
taxi taxis
son-in-law sons-in-law
brother-in-law brothers-in-law
sister-in-law sisters-in-law
mother-in-law mothers-in-law
father-in-law fathers-in-law
daughter-in-law daughters-in-law
attorney_general attorneys_general`;

const ADJECTIVES = `
good better best
bad worse worst
ill worse worst
far farther/further farthest/furthest
little less/lesser least
much more most
many more most
old older/elder oldest/eldest
well better best
late later/latter latest/last
dry drier/dryer driest/dryest
shy shyer/shier shyest/shiest
sly slyer/slier slyest/sliest
free freer freest`;

const ADVERBS = `
well better best
badly worse worst
ill worse worst
far farther/further farthest/furthest
little less least
much more most
early earlier earliest
late later latest
near nearer nearest
hard harder hardest
soon sooner soonest
fast faster fastest
long longer longest`;

/** For each irregular form its base forms. */
export type Exceptions = ReadonlyMap<string, readonly string[]>;

function byForm(table: string): Exceptions {
  const bases = new Map<string, string[]>();
  for (const line of table.trim().split("\n")) {
    const [base, ...forms] = line.split(" ");
    for (const form of forms.flatMap((variants) => variants.split("/"))) {
      const known = bases.get(form);
      if (known === undefined) bases.set(form, [base!]);
      else if (!known.includes(base!)) known.push(base!);
    }
  }
  return bases;
}

/** Irregular forms of English words and their base forms, by part of speech. */
export const IRREGULAR_FORMS: Readonly<Record<PartOfSpeech, Exceptions>> = {
  noun: byForm(NOUNS),
  verb: byForm(VERBS),
  adjective: byForm(ADJECTIVES),
  adverb: byForm(ADVERBS),
};
