import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import type { Drafts } from '#features/due-diligence/rules/drafts.ts'
import type { PaperName } from '#features/due-diligence/rules/papers.ts'
import type { TaskName, VerificationMethod } from '#features/due-diligence/rules/tasks.ts'
import { plausibilityCodes } from '#features/due-diligence/rules/plausibility.ts'
import { riskLevels } from '#features/due-diligence/rules/rating/levels.ts'
import { completeDrafts } from '#test/support/due-diligence.ts'

/** A row of a table of whole cases (test/truth/cases.md). */
export interface CaseRow {
  no: string
  facts: string
  warnings: string
  rating: string
  gate: string
  acts: string
}

export function caseRows(markdown: string): CaseRow[] {
  return markdown.split('\n').flatMap((line) => {
    const [, no = '', facts = '', warnings = '', rating = '', gate = '', acts = ''] = line
      .split('|')
      .map((cell) => cell.trim())
    return /^\d+$/u.test(no) ? { no, facts, warnings, rating, gate, acts } : []
  })
}

export interface CasePaper {
  paper: PaperName
  issuedOn?: string
  expiresOn?: string
}

/** What a case is made of. */
export interface CaseFacts {
  answers: Partial<Answers>
  drafts: Drafts
  papers: Partial<Record<TaskName, CasePaper[]>>
  met: VerificationMethod
  /** The rater says that an exposed person is a higher risk. */
  higherRisk: boolean | null
  list: 'in-use' | 'own' | 'none' | 'stale' | 'not-compared'
  /** What happens after the client was compared. */
  afterwards: Act[]
}

export type Act = { act: 'confirm' } | { act: 'rename'; to: string } | { act: 'next-list'; file: string }

const LAST_MONTH = '2026-10-28'

/** "Ordinary" of the table's head. */
function ordinary(fullName: string): CaseFacts {
  return {
    answers: {
      fullName,
      occupation: 'Teacher',
      annualIncome: '480000',
      assets: { savingsAccounts: 900_000 },
      liabilities: {},
    },
    // A copy: the phrases of a case change it.
    drafts: structuredClone({
      ...completeDrafts,
      bank: { ...completeDrafts.bank, holder: fullName },
      funds: {
        purpose: 'general',
        firstAmount: 200_000,
        yearlyAmount: 24_000,
        sources: [{ kind: 'salary', amount: 200_000 }],
      },
    }),
    papers: {
      identity: [{ paper: 'id-card' }],
      address: [{ paper: 'municipal-account', issuedOn: LAST_MONTH }],
      bank: [{ paper: 'bank-statement', issuedOn: LAST_MONTH }],
    },
    met: 'original-seen',
    higherRisk: null,
    list: 'in-use',
    afterwards: [],
  }
}

const amountOf = (text = '') => Number(text.replaceAll(/[^\d]/gu, ''))
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

function dayOf(text = ''): string {
  const [day = '', month = '', year = ''] = text.split(' ')
  return `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
}

const countriesOf: Readonly<Record<string, string>> = {
  Iraqi: 'Iraq',
  UK: 'United Kingdom',
  US: 'United States',
}
const countryOf = (text = '') => countriesOf[text] ?? text

function rename(facts: CaseFacts, name: string): void {
  facts.answers.fullName = name
  facts.drafts.bank.holder = name
}

function passportOf(facts: CaseFacts, number: string): void {
  Object.assign(facts.answers, { idDocumentType: 'passport', idNumber: number })
}

function citizenOf(facts: CaseFacts, country: string, residence: Drafts['identity']['residence']): void {
  Object.assign(facts.drafts.identity, { residence, citizenships: [country], countryOfBirth: country })
  Object.assign(facts.answers, { nationality: 'other', issuingCountry: 'other' })
  passportOf(facts, 'A12345678')
}

const exposed = { domestic: false, foreign: false, influential: false, related: false }
const minister = 'Minister or deputy minister'
const AMOUNT = String.raw`R([\d ]*\d)`

type Change = (facts: CaseFacts, match: string[]) => void

/** The phrases of the facts; each is taken out of the text where it is. */
const phrases: readonly (readonly [RegExp, Change])[] = [
  [/^Ordinary(?: \(([^)]+)\))?/u, (facts, [name]) => name !== undefined && rename(facts, name)],
  [/^([A-Z][\p{L}'-]+(?: [A-Z][\p{L}'-]+)+):/u, (facts, [name = '']) => rename(facts, name)],
  [/, ordinary otherwise/u, () => undefined],
  [/no list was ever loaded/u, (facts) => void (facts.list = 'none')],
  [/the UN list in use is dated .+? \(10 days\)/u, (facts) => void (facts.list = 'stale')],
  [
    /compared with yesterday's edition, today's is in use and not compared yet/u,
    (facts) => void (facts.list = 'not-compared'),
  ],
  [
    /^"([^"]+)", (\d+ \w+ \d{4}), (\w+) passport/u,
    (facts, [name = '', born, people]) => {
      citizenOf(facts, countryOf(people), 'visa-holder')
      facts.papers.identity = [
        { paper: 'passport', expiresOn: '2030-01-01' },
        { paper: 'visa', expiresOn: '2030-01-01' },
      ]
      rename(facts, name)
      facts.answers.dateOfBirth = dayOf(born)
    },
  ],
  [/decided "same person" by two/u, (facts) => void facts.afterwards.push({ act: 'confirm' })],
  [
    /then the manager corrects the name to "([^"]+)"/u,
    (facts, [to = '']) => void facts.afterwards.push({ act: 'rename', to }),
  ],
  [
    /then `([^`]+)` \([^)]*\) is put in use/u,
    (facts, [file = '']) => void facts.afterwards.push({ act: 'next-list', file }),
  ],
  [
    new RegExp(`income ${AMOUNT}`, 'u'),
    (facts, [amount]) => void (facts.answers.annualIncome = String(amountOf(amount))),
  ],
  [
    new RegExp(`net worth ${AMOUNT}`, 'u'),
    (facts, [amount]) => void (facts.answers.assets = { savingsAccounts: amountOf(amount) }),
  ],
  [
    new RegExp(`first and yearly ${AMOUNT}`, 'u'),
    ({ drafts: { funds } }, [amount]) =>
      void Object.assign(funds, { firstAmount: amountOf(amount), yearlyAmount: amountOf(amount) }),
  ],
  [
    new RegExp(`first amount ${AMOUNT}`, 'u'),
    ({ drafts: { funds } }, [amount]) => void (funds.firstAmount = amountOf(amount)),
  ],
  [
    new RegExp(`one source salary ${AMOUNT}`, 'u'),
    ({ drafts: { funds } }, [amount]) =>
      void (funds.sources = [{ kind: 'salary', amount: amountOf(amount) }]),
  ],
  [
    new RegExp(`(?:Inheritance ${AMOUNT} from "([^"]+)"|${AMOUNT} inheritance)`, 'u'),
    (facts, [amount, donor = 'Marthinus Tafelkop', other]) => {
      const given = { kind: 'inheritance' as const, amount: amountOf(amount ?? other), donor }
      Object.assign(facts.drafts.funds, { firstAmount: given.amount, sources: [given], wealth: [given] })
      facts.papers.funds = [{ paper: 'executor-letter' }]
    },
  ],
  [new RegExp(`executor's letter over ${AMOUNT}`, 'u'), () => undefined],
  [
    // The bank task has no field for the registration number: the holder's name is compared.
    /own list, kind internal, organisation "([^"]+)", holder with registration [\d/]+/u,
    (facts, [holder]) => {
      facts.list = 'own'
      Object.assign(facts.drafts.bank, { holder, ownAccount: false, otherHolder: 'It pays for me.' })
      facts.afterwards.push({ act: 'confirm' })
    },
  ],
  [/holder "([^"]+)"(?: declared as own)?/u, ({ drafts: { bank } }, [holder]) => void (bank.holder = holder)],
  [
    /own account: no/u,
    ({ drafts: { bank } }) => void Object.assign(bank, { ownAccount: false, otherHolder: 'It pays for me.' }),
  ],
  [
    /(?:client|full name) "([^"]+)"/u,
    (facts, [name]) => {
      const { holder } = facts.drafts.bank
      if (holder === facts.answers.fullName) facts.drafts.bank.holder = name
      facts.answers.fullName = name ?? null
    },
  ],
  [/passport "([^"]+)"/u, (facts, [number = '']) => passportOf(facts, number)],
  [
    /statement of (\d{4})/u,
    (facts, [year]) => void (facts.papers.bank = [{ paper: 'bank-statement', issuedOn: `${year}-06-01` }]),
  ],
  [
    /lease of (\d{4})/u,
    (facts, [year]) => void (facts.papers.address = [{ paper: 'lease', issuedOn: `${year}-06-01` }]),
  ],
  [
    /^Refugee \(([^)]+)\), refugee ID expired (\d+ \w+ \d{4}), accepted all the same with a note/u,
    (facts, [country, expired]) => {
      citizenOf(facts, countryOf(country), 'refugee')
      facts.drafts.identity.fileNumber = 'CTR/000123/19'
      facts.papers.identity = [
        { paper: 'refugee-id', expiresOn: dayOf(expired) },
        { paper: 'refugee-recognition', expiresOn: '2030-01-01' },
      ]
    },
  ],
  [
    /Minister in South Africa (\d{4})-(\d{4}) \(domestic\)/u,
    ({ drafts }, [from, to]) =>
      void (drafts.exposure = {
        ...exposed,
        domestic: true,
        positions: [{ question: 'domestic', position: minister, from, to }],
      }),
  ],
  [
    /letter for wealth/u,
    ({ drafts: { funds } }) => void (funds.wealth = [{ kind: 'salary', amount: 900_000 }]),
  ],
  [
    /Spouse of a minister/u,
    ({ drafts }) =>
      void (drafts.exposure = {
        ...exposed,
        related: true,
        positions: [
          {
            question: 'related',
            of: 'domestic',
            fullName: 'Sipho Tafelkop',
            relation: 'spouse',
            position: minister,
            from: '2019',
            to: '',
          },
        ],
      }),
  ],
  [
    /homemaker/u,
    ({ answers }) => void Object.assign(answers, { occupation: 'Homemaker', annualIncome: null }),
  ],
  [/never met/u, (facts) => void (facts.met = 'agrees-with-answers')],
  [/rater says(?: higher risk:)? (no|yes)/u, (facts, [answer]) => void (facts.higherRisk = answer === 'yes')],
  [
    /^Citizen of ([\w ]+) living in South Africa, visa/u,
    (facts, [country]) => {
      citizenOf(facts, countryOf(country), 'visa-holder')
      facts.papers.identity = [
        { paper: 'passport', expiresOn: '2030-01-01' },
        { paper: 'visa', expiresOn: '2030-01-01' },
      ]
    },
  ],
  [/residence "South African citizen"/u, ({ drafts }) => void (drafts.identity.residence = 'citizen')],
  [
    /only citizenship ([\w ]+?)(?=[;,]|$)/u,
    ({ drafts }, [country]) => void (drafts.identity.citizenships = [countryOf(country)]),
  ],
  [
    /tax South Africa with reason ([ABC])/u,
    ({ drafts: { tax } }, [reason]) =>
      void (tax.countries = [{ country: 'South Africa', reason: reason as 'A', words: 'Asked for it.' }]),
  ],
  [
    /(\w+) number "([^"]+)"/u,
    ({ drafts: { tax } }, [country, number]) =>
      void (tax.countries = [...(tax.countries ?? []), { country: countryOf(country), number }]),
  ],
  [/"([^"]+)"(?=$|,|;)/u, (facts, [occupation]) => void (facts.answers.occupation = occupation ?? null)],
]

const OTHER_CASE = /^Case (\d+)/u

/** The clients of a case. @throws for a phrase that is not known, which has to be added here */
export function clientsOf(row: CaseRow, rows: readonly CaseRow[]): CaseFacts[] {
  const text = withBase(row, rows)
  const names = ordinaryName(rows)
  const trades =
    /("[^"]+")(?:, then ("[^"]+"))(?:, then ("[^"]+"))?$/u.exec(text)?.slice(1).filter(Boolean) ?? []
  const texts =
    trades.length === 0 ? [text] : trades.map((trade) => text.slice(0, text.indexOf(trades[0] ?? '')) + trade)
  return texts.map((one) => {
    const facts = ordinary(names)
    // The purpose of this case is in its points alone.
    if (/purpose other with a named person/u.test(row.rating)) {
      const forWhom = {
        kind: 'person',
        fullName: 'Marthinus Tafelkop',
        dateOfBirth: '1979-10-02',
        relation: 'Uncle',
      } as const
      Object.assign(facts.drafts.funds, { purpose: 'other', forWhom })
    }
    return read(one, facts)
  })
}

function withBase({ facts }: CaseRow, rows: readonly CaseRow[]): string {
  const [whole, no] = OTHER_CASE.exec(facts) ?? []
  const base = rows.find((one) => one.no === no)
  return base === undefined ? facts : `${withBase(base, rows)}; ${facts.slice(whole?.length)}`
}

function read(text: string, facts: CaseFacts): CaseFacts {
  let left = text
  for (const [phrase, change] of phrases) {
    const match = phrase.exec(left)
    if (match === null) continue
    change(facts, match.slice(1))
    left = left.replace(match[0], '')
  }
  const rest = left.replaceAll(/[;,.:\s]+|\band\b/gu, '')
  if (rest !== '') throw new Error(`“${left.trim()}” is not known.`)
  return facts
}

function ordinaryName(rows: readonly CaseRow[]): string {
  return rows.flatMap(({ facts }) => /^Ordinary \(([^)]+)\)/u.exec(facts)?.[1] ?? [])[0] ?? 'Palesa Motsamai'
}

/** What is expected of a case. */
export interface Expected {
  /** Codes, sorted, each as often as it is found. */
  warnings: string[]
  /** Null where the client cannot be rated, or no rating is said. */
  level: string | null
  points: number | null
  /** Kinds of what is missing before Mark Onboarded, once what was found was seen. */
  missing: string[]
  /** Something shuts Approve. */
  cleared: boolean
  senior: boolean
  second: boolean
}

const missingTerms = ['prohibited', 'screening', 'pack', 'approval'] as const

export function expectedOf({ warnings, rating, gate, acts }: CaseRow): Expected {
  const [before = '', approve] = gate.split(/;? ?\bA (?=-|screening|prohibited)/u)
  const found = [...warnings.matchAll(/([a-z-]{4,})(?: \((\d)\))?/gu)].flatMap(([, code = '', times = '1']) =>
    (plausibilityCodes as readonly string[]).includes(code)
      ? Array.from({ length: Number(times) }, () => code)
      : [],
  )
  const level = Object.values(riskLevels).find((one) => rating.startsWith(one)) ?? null
  const points = /^(?:Low|Medium|High) (\d+)/u.exec(rating)?.[1]
  const missing = missingTerms.filter((word) =>
    before
      .split(/[;,]/u)
      .some((part) => part.includes(word) && !part.includes('until') && !part.includes('no request')),
  )
  return {
    warnings: found.toSorted(),
    level: /not rated|none yet/u.test(rating) ? null : level,
    points: points === undefined ? null : Number(points),
    missing,
    cleared: !/screening|prohibited/u.test(approve ?? before),
    senior: /senior manager/u.test(acts),
    second: /any second admin/u.test(acts),
  }
}
