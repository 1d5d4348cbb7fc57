import { foldName } from '#features/screening/rules/fold-name.ts'
import type { ListEntry, NameQuality } from '#features/screening/rules/lists.ts'

/** Random numbers from 0 to 1, the same for each seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Random = () => number
const pick = <Item>(items: readonly Item[], random: Random): Item => {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('There is nothing to pick.')
  return item
}
const words = (text: string) => text.split(' ')

/** Given names, beginnings and ends of family names: fictitious people that sound as those of a region. */
const regions = [
  {
    country: 'Iraq',
    given: words(
      'Mohammed Ahmed Ali Hassan Hussein Omar Khalid Abdullah Ibrahim Yusuf Mahmoud Mustafa Samir Tariq Walid Nasser Faisal Jamal Karim Salim Hamid Rashid Bilal Zaid Anwar Adnan Marwan Nabil Rafiq Ziad',
    ),
    first: words(
      'al-Bar al-Daf al-Ghar al-Haz al-Jub al-Kar al-Maz al-Naj al-Qas al-Rub al-Sam al-Tam al-Wah al-Zub Shar Bak Dur Faz Had Mur Nur Qad Sab Tah',
    ),
    last: words('awi ani uri asi ami eidi idi iri ouni adi afi ali imi oudi abi ar an ash at'),
  },
  {
    country: 'Iran',
    given: words(
      'Reza Mehdi Hossein Amir Davoud Farhad Kamran Behzad Javad Saeed Majid Hamid Masoud Nader Parviz Rostam Shahram Vahid Yaser Bahram',
    ),
    first: words(
      'Akbar Azar Bagher Dar Esfah Fakhr Ghol Hashem Jafar Karim Lari Mahd Naser Omid Parv Rahim Sader Tabat Vazir Zare',
    ),
    last: words('i ian zadeh pour nejad far abadi khani doust manesh vand'),
  },
  {
    country: 'Russia',
    given: words(
      'Ivan Sergei Alexei Dmitri Nikolai Viktor Andrei Yuri Oleg Pavel Mikhail Vladimir Boris Igor Anton Roman Kirill Maxim Denis Gennady',
    ),
    first: words(
      'Abram Bel Chern Dobr Fed Gor Kal Kuz Leb Mor Nov Orl Petr Ros Sid Tar Ust Vas Yag Zim Bor Gav',
    ),
    last: words('ov in enko sky itsky ev yanov inov ashin eyev'),
  },
  {
    country: 'North Korea',
    given: words('Chol Yong Kwang Song Myong Jong Sung Hyok Il Nam Hak Kyong Tae Un Ryong Pyong'),
    first: words('Kim Ri Pak Choe Jong Kang Jo Yun Jang Rim Han O So Sin Kwon Hwang'),
    last: words('u chol su hui ok il nam jin ho gun man song'),
  },
  {
    country: 'Democratic Republic of the Congo',
    given: words(
      'Jean Pierre Joseph Emmanuel Innocent Dieudonne Laurent Bosco Sylvestre Callixte Faustin Justin Leopold Protogene Gaston Felicien',
    ),
    first: words('Bahat Habyar Kabar Kamb Lub Mbar Mud Mug Ndag Ngar Ntag Nza Ruk Rut Sib Tshib'),
    last: words('anga imana ebe ura umba wa ere iyi unda emba ushimye'),
  },
  {
    country: 'Colombia',
    given: words(
      'Carlos Luis Jose Juan Diego Miguel Jorge Pedro Rafael Hector Fernando Alberto Jaime Gustavo Ramon Oscar',
    ),
    first: words(
      'Alv Ben Cast Dom Esc Fuent Gal Hin Ibar Jim Lop Mont Nav Ort Pal Quint Riv Sal Tor Val Zap',
    ),
    last: words('arez itez illo inguez obar eros eiro ojosa ez alvo erra anto ada'),
  },
  {
    country: 'Somalia',
    given: words(
      'Abdi Ahmed Hassan Mohamed Omar Yusuf Ali Ibrahim Farah Nur Aden Warsame Jama Isse Dahir Salad',
    ),
    first: words('Abshir Ad Ays Bul Cab Dir Elm Far Gul Hirs Jim Kul Lib Mud Sam War'),
    last: words('ow e ale an i aar uur eed ame'),
  },
  {
    country: 'Myanmar',
    given: words('Aung Kyaw Min Soe Thein Tun Zaw Hla Khin Maung Myint Nyan Than Win Ye Moe'),
    first: words('Htay Lwin Naing Oo Phyo Swe Thant Tint Htun Zin Kyi Nyunt Shwe Hlaing Kaung Myat'),
    last: words('a u win lin oo aung htet zaw min thu'),
  },
] as const

/** Spells a name as another transliteration would. */
function respell(name: string, random: Random): string {
  return name
    .replaceAll(/ou/giu, 'u')
    .replaceAll(/ee/giu, 'i')
    .replaceAll(/q/giu, 'k')
    .replaceAll(/([a-z])\1/giu, '$1')
    .replaceAll(/y\b/giu, random() < 0.5 ? 'i' : 'y')
}

function birthOf(random: Random): string {
  const two = (max: number) => String(1 + Math.floor(random() * max)).padStart(2, '0')
  return `${1935 + Math.floor(random() * 65)}-${two(12)}-${two(28)}`
}

/** Fictitious people on a list, about two names each. */
export function listedPeople(count: number, seed = 1): ListEntry[] {
  const random = randomFrom(seed)
  return Array.from({ length: count }, (_, index) => {
    const { country, given, first, last } = pick(regions, random)
    const family = () => pick(first, random) + pick(last, random)
    const middle = random() < 0.25 ? [pick(given, random)] : random() < 0.35 ? [family()] : []
    const parts = [pick(given, random), ...middle, family()]
    const primary = parts.join(' ')
    const aliases = [respell(primary, random), parts.toReversed().join(' '), `${parts[0]} ${family()}`]
    const names: { name: string; quality: NameQuality }[] = [
      { name: primary, quality: 'primary' },
      ...aliases
        .slice(0, Math.floor(random() * 4))
        .map((name) => ({ name, quality: random() < 0.25 ? ('weak' as const) : ('strong' as const) })),
    ]
    const day = birthOf(random)
    const year = Number(day.slice(0, 4))
    const birth = { from: year, to: year, day: random() < 0.6 ? day : undefined, about: random() < 0.1 }
    return {
      uid: `T${index}`,
      kind: 'person',
      names,
      births: random() < 0.85 ? [birth] : [],
      countries: random() < 0.2 ? [] : [country],
      documents: [],
      programme: 'Test',
      remarks: '',
      details: {},
    }
  })
}

/** Given and family names that are common in South Africa, by their share of clients. */
const clientNames = [
  {
    share: 20,
    given: words(
      'Sipho Thabo Nomvula Lindiwe Zanele Bongani Themba Nkosinathi Sibusiso Thandi Nokuthula Mandla Ayanda',
    ),
    family: words(
      'Dlamini Nkosi Ndlovu Khumalo Mkhize Zulu Mthembu Ngcobo Buthelezi Cele Zungu Mhlongo Gumede Ntuli Sithole',
    ),
  },
  {
    share: 20,
    given: words(
      'Thabo Lerato Kagiso Tshepo Palesa Mpho Neo Refilwe Tebogo Katlego Boitumelo Karabo Lesedi Dineo',
    ),
    family: words(
      'Mokoena Molefe Mofokeng Moloi Motaung Tau Maseko Phiri Mabena Modise Mashaba Mahlangu Maluleke Baloyi',
    ),
  },
  {
    share: 22,
    given: words(
      'Johannes Pieter Hendrik Jacobus Willem Petrus Anna Maria Elizabeth Susanna Johanna Christo Francois Riaan',
    ),
    family:
      'Botha;van der Merwe;Pretorius;Venter;van Wyk;du Plessis;Nel;Fourie;Coetzee;Steyn;Smit;van Zyl;de Villiers'.split(
        ';',
      ),
  },
  {
    share: 18,
    given: words('John David Michael Sarah Emma Robert William James Susan Karen Peter Andrew Claire Nicola'),
    family: words(
      'Smith Jones Williams Brown Taylor Davies Evans Thomas Roberts Walker Wright Thompson White Hughes',
    ),
  },
  {
    share: 8,
    given: words('Priya Rajesh Sanjay Kavitha Vishal Anand Nisha Pravin Ashok Sunil Kamala Ravi Deepak'),
    family: words('Naidoo Pillay Govender Moodley Reddy Singh Maharaj Chetty Naicker Padayachee'),
  },
  {
    share: 7,
    given: words(
      'Mohamed Mohammed Yusuf Ahmed Fatima Aisha Ebrahim Ismail Hassan Ali Abdul Zainab Suleman Imraan Riaz',
    ),
    family: words(
      'Patel Khan Abrahams Ismail Hendricks Davids Omar Moosa Essop Cassim Adams Parker Hassan Ali Hussain',
    ),
  },
  {
    share: 5,
    given: words('Jose Maria Joao Antonio Carlos Ivan Tendai Chinedu Dmitri Farai Amina'),
    family: 'dos Santos;Fernandes;Pereira;da Silva;Petrov;Moyo;Okafor;Ncube;Ivanov;Mohamud'.split(';'),
  },
]
const bag = clientNames.flatMap((one) => Array.from({ length: one.share }, () => one))

export interface TestClient {
  name: string
  born: string
  countries: string[]
}

/** Fictitious ordinary clients. */
export function ordinaryClients(count: number, seed = 5): TestClient[] {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () => {
    const { given, family } = pick(bag, random)
    const middle = random() < 0.55 ? [pick(given, random)] : []
    return {
      name: [pick(given, random), ...middle, pick(family, random)].join(' '),
      born: birthOf(random),
      countries: ['South Africa'],
    }
  })
}

function typo(name: string, random: Random): string {
  const at = 1 + Math.floor(random() * (name.length - 2))
  const letter = pick([...'abcdefghijklmnopqrstuvwxyz'], random)
  const kind = random()
  if (kind < 0.4) return name.slice(0, at) + letter + name.slice(at + 1)
  if (kind < 0.6) return name.slice(0, at) + name.slice(at + 1)
  if (kind < 0.8) return name.slice(0, at) + letter + name.slice(at)
  return name.slice(0, at) + (name[at + 1] ?? '') + (name[at] ?? '') + name.slice(at + 2)
}

/** How a listed person may write their own name; folded in, folded out. */
export const spellings = {
  exact: (name: string) => name,
  swapped: (name: string) => name.split(' ').toReversed().join(' '),
  respelt: (name: string, random: Random) => foldName(respell(name, random)),
  'one typo': typo,
  'two typos': (name: string, random: Random) => typo(typo(name, random), random),
  'extra name': (name: string, random: Random) =>
    name.replace(' ', ` ${pick(['james', 'maria', 'thabo'], random)} `),
  joined: (name: string) => name.replace(/ (\S+) /u, ' $1'),
}

/** The trigrams of a folded name, as the database's pg_trgm forms them. */
export function trigramsOf(folded: string): Set<string> {
  const padded = folded.split(' ').map((word) => `  ${word} `)
  return new Set(
    padded.flatMap((word) => Array.from({ length: word.length - 2 }, (_, at) => word.slice(at, at + 3))),
  )
}

/** pg_trgm's similarity of two names. */
export function trigramSimilarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  for (const trigram of one) if (other.has(trigram)) shared += 1
  return shared / (one.size + other.size - shared)
}
