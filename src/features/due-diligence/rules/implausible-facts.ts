import { HOME_COUNTRY } from '#features/applications/rules/wizard/countries.ts'
import { readIdNumber } from '#base/rules/south-africa/id-number.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { monthsBefore } from './days.ts'
import type { DraftOf } from './drafts.ts'
import { isHolder } from './holder.ts'
import { ADULT_AGE, ageOn, residences } from './identity.ts'
import type { Circumstances } from './needs.ts'
import { looksLikeOrganisation } from './organisation-name.ts'
import { papers, type GivenPaper, type Paper } from './papers.ts'
import type { Finding, Rule, TaskDocument } from './plausibility.ts'

/** Whether the account is the client's by the name of its holder. Without a name there is nothing to compare. */
function isOwnHolder({ answers, drafts }: Pick<Circumstances, 'answers' | 'drafts'>): boolean {
  const { holder } = drafts.bank ?? {}
  const names = [answers.fullName, ...(drafts.identity?.otherNames ?? []).map(({ name }) => name)]
  return !holder || !answers.fullName || isHolder(holder, names.filter((name) => !!name) as string[])
}

const holderName: Rule = (around) => {
  const { holder = '' } = around.drafts.bank ?? {}
  if (isOwnHolder(around) || around.drafts.bank?.ownAccount === false) return []
  const text = `The account is in the name of ${holder}.`
  const client = {
    path: 'holder',
    text: 'This is not your name. Please check it, or say why the account is someone else’s.',
  }
  return [{ code: 'holder-name', text, points: 'otherAccount', client }]
}

/** The document of each kind of a check that expires last: an older one was replaced by it. */
function newestOfEach(documents: readonly TaskDocument[]): TaskDocument[] {
  const lastDay = ({ expiresOn, issuedOn }: GivenPaper) => expiresOn ?? issuedOn ?? ''
  return [...Map.groupBy(documents, ({ task, paper }) => `${task} ${paper}`).values()].flatMap((alike) =>
    alike.toSorted((one, other) => lastDay(other).localeCompare(lastDay(one))).slice(0, 1),
  )
}

const documentDates: Rule = ({ addressProofMonths: months, today }, { documents, sentOn }) =>
  newestOfEach(documents).map(({ task, paper, issuedOn, expiresOn }): Finding | false => {
    const { label, asks }: Paper = papers[paper]
    const path = `papers.${paper}`
    if (expiresOn !== null && expiresOn < today) {
      const text = `${label}: expired on ${formatDay(expiresOn)}.`
      const client = { path, text: `${label}: it has expired.` }
      return {
        code: 'paper-expired',
        task,
        text,
        client,
        points: task === 'identity' ? 'identityInDoubt' : null,
      }
    }
    if ((task !== 'address' && task !== 'bank') || asks !== 'issued') return false
    if (issuedOn === null) {
      const client = { path, text: `${label}: please add the date on it.` }
      return { code: 'paper-undated', task, text: `${label}: no date.`, client }
    }
    if (issuedOn >= monthsBefore(sentOn[task] ?? today, months)) return false
    const client = { path, text: `${label}: it is older than ${months} months.` }
    return { code: 'paper-old', task, text: `${label}: older than ${months} months.`, client }
  })

const residenceCitizenship: Rule = ({ answers, drafts }) => {
  const { residence, citizenships = [] } = drafts.identity ?? {}
  if (residence === undefined) return []
  const path = 'residence'
  const found = (text: string): Finding => ({
    code: 'residence-citizenship',
    text,
    points: 'identityInDoubt',
    client: { path, text: 'Your residence status does not match your citizenship or ID number.' },
  })
  if (residence === 'citizen' && citizenships.length > 0 && !citizenships.includes(HOME_COUNTRY)) {
    const [only] = citizenships
    return [
      found(
        citizenships.length === 1
          ? `Citizen, but ${only ?? ''} is the only citizenship.`
          : 'Citizen, but South Africa is not among the citizenships.',
      ),
    ]
  }
  const facts = answers.idDocumentType === 'id' ? readIdNumber(answers.idNumber ?? '') : null
  if (facts === null || (facts.residence === 'citizen') === (residence === 'citizen')) return []
  return [
    found(`The ID number is that of a ${facts.residence}, the residence status is ${residences[residence]}.`),
  ]
}

/** Lengths of tax numbers that are not South African, in digits. */
const taxNumberDigits: Readonly<Record<string, number>> = { 'United Kingdom': 10, 'United States': 9 }

const taxNumbers: Rule = ({ answers, drafts }) =>
  (drafts.tax?.countries ?? []).map(({ country = '', number, reason }, index): Finding | false => {
    const path = `countries.${index}.number`
    if (!number) {
      if (country !== HOME_COUNTRY || (reason !== 'A' && reason !== 'C')) return false
      const text = 'South Africa issues tax numbers.'
      return { code: 'tax-reason', text, client: { path, text } }
    }
    const digits = number.replaceAll(/\D/gu, '').length
    const expected = taxNumberDigits[country]
    const tooShort = digits < 3
    if (number === answers.idNumber) {
      const text = 'The tax number is the ID number.'
      const client = {
        path,
        text: 'This is your ID number. Please check whether it is your tax number as well.',
      }
      return { code: 'tax-number', text, client }
    }
    if (!tooShort && (expected === undefined || digits === expected)) return false
    const text = `${number} is no tax number of ${country}.`
    return {
      code: 'tax-number',
      text,
      client: { path, text: `This isn’t a tax number of ${country}. Please check it.` },
    }
  })

const organisationName: Rule = ({ answers }) =>
  looksLikeOrganisation(answers.fullName ?? '', answers.idNumber ?? '')
    ? [{ code: 'organisation-name', text: 'This looks like an organisation.' }]
    : []

/** Someone below 18 acts for themselves. */
export function isMinorAlone(
  { answers: { dateOfBirth }, today }: Pick<Circumstances, 'answers' | 'today'>,
  { actsFor }: DraftOf<'identity'> = {},
): boolean {
  return actsFor === 'self' && !!dateOfBirth && ageOn(dateOfBirth, today) < ADULT_AGE
}

const minorAlone: Rule = (around) =>
  isMinorAlone(around, around.drafts.identity) ? [{ code: 'minor-alone', text: GUARDIAN_HAS_TO_ACT }] : []

export const GUARDIAN_HAS_TO_ACT = 'A parent or guardian has to act.'

/** Whether names, documents, residence and tax numbers fit together. */
export const factRules: readonly Rule[] = [
  holderName,
  documentDates,
  residenceCitizenship,
  taxNumbers,
  organisationName,
  minorAlone,
]
