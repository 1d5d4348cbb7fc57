import { HOME_COUNTRY } from '#features/applications/rules/wizard/countries.ts'
import type { InputProblem } from '#base/rules/input/read-input.ts'
import { isAccountNumber, isBic, isBranchCode, isIban } from './bank.ts'
import type { DraftOf } from './drafts.ts'
import { neededCounterparty } from './funds.ts'
import { exposureQuestionNames } from './positions.ts'
import { isMet, isWealthNeeded, needsOf, type Circumstances } from './needs.ts'
import type { GivenPaper } from './papers.ts'
import { GUARDIAN_HAS_TO_ACT, isMinorAlone } from './implausible-facts.ts'
import type { TaskName } from './tasks.ts'

type ProblemsOf<Task extends TaskName> = (draft: DraftOf<Task>, around: Circumstances) => Problem[]
type Problem = InputProblem | false

/** What has to be added before a task can be handed in; empty for nothing. */
export function problemsOf(
  task: TaskName,
  around: Circumstances,
  given: readonly GivenPaper[],
): InputProblem[] {
  const draft: DraftOf<TaskName> = around.drafts[task] ?? {}
  // Each task's rules take its own draft.
  const ofFields = (fieldProblems[task] as ProblemsOf<TaskName>)(draft, around)
  const explained = 'withoutPaper' in draft && !isEmpty(draft.withoutPaper)
  const ofPapers = explained
    ? []
    : needsOf(task, around, given)
        .filter((need) => !isMet(need, given, around))
        .map(({ of, title }) => ({ path: `papers.${of}`, message: `Please add ${title}` }))
  return [...ofFields.filter((problem) => problem !== false), ...ofPapers]
}

function isEmpty(text: string | undefined): boolean {
  return text === undefined || text.trim() === ''
}

function required(value: unknown, path: string, message: string): Problem {
  const missing = value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return missing && { path, message }
}

/** A required text that also has to be well-formed. */
function wellFormed(
  text: string | undefined,
  isValid: (text: string) => boolean,
  path: string,
  [missing, wrong]: readonly [string, string],
): Problem {
  if (isEmpty(text)) return { path, message: missing }
  return !isValid(text ?? '') && { path, message: wrong }
}

const identityProblems: ProblemsOf<'identity'> = (draft, around) => {
  const { answers } = around
  const { actsFor, residence, citizenships, countryOfBirth, fileNumber, otherNames = [] } = draft
  const isRefugee = residence === 'refugee' || residence === 'asylum-seeker'
  const { representative } = draft
  const acts = actsFor === 'child' || actsFor === 'other'
  return [
    required(
      answers.fullName ?? undefined,
      'fullName',
      'Please enter your full name in your application first',
    ),
    required(
      answers.dateOfBirth ?? undefined,
      'dateOfBirth',
      'Please enter your date of birth in your application first',
    ),
    required(actsFor, 'actsFor', 'Please choose whom you act for'),
    isMinorAlone(around, draft) && { path: 'actsFor', message: GUARDIAN_HAS_TO_ACT },
    required(residence, 'residence', 'Please choose your residence status'),
    required(citizenships, 'citizenships', 'Please choose at least one country of citizenship'),
    required(countryOfBirth, 'countryOfBirth', 'Please choose your country of birth'),
    isRefugee && required(fileNumber, 'fileNumber', 'Please enter your file number'),
    ...otherNames.map(({ name }, index) =>
      required(name, `otherNames.${index}.name`, 'Please enter the name, or remove the row'),
    ),
    acts && required(representative?.fullName, 'representative.fullName', 'Please enter your own name'),
    acts &&
      required(
        representative?.idNumber,
        'representative.idNumber',
        'Please enter your own ID or passport number',
      ),
    acts &&
      required(
        representative?.dateOfBirth,
        'representative.dateOfBirth',
        'Please enter your own date of birth',
      ),
    acts &&
      required(
        representative?.relation,
        'representative.relation',
        'Please choose how you are related to this person',
      ),
  ]
}

const addressProblems: ProblemsOf<'address'> = ({ inOwnName, owner }, { answers }) => [
  required(
    answers.addressLine1 ?? undefined,
    'addressLine1',
    'Please enter your address in your application first',
  ),
  required(inOwnName, 'inOwnName', 'Please choose whether the paper is in your name'),
  inOwnName === false &&
    required(owner?.fullName, 'owner.fullName', 'Please enter whose name is on the paper'),
]

const bankProblems: ProblemsOf<'bank'> = (draft) => {
  const { abroad, bank, holder, ownAccount, otherHolder } = draft
  const account =
    abroad === true
      ? [
          wellFormed(draft.iban, (text) => isIban(text) || isAccountNumber(text), 'iban', [
            'Please enter the IBAN, or the account number where there is no IBAN',
            'This isn’t a valid IBAN. Please check it against your statement.',
          ]),
          wellFormed(draft.bic, isBic, 'bic', [
            'Please enter the BIC (SWIFT code)',
            'A BIC has 8 or 11 letters and digits. Please check it.',
          ]),
          required(draft.country, 'country', 'Please choose the country of the bank'),
        ]
      : [
          wellFormed(draft.branchCode, isBranchCode, 'branchCode', [
            'Please enter the branch code',
            'A branch code has 6 digits. Please check it.',
          ]),
          wellFormed(draft.accountNumber, isAccountNumber, 'accountNumber', [
            'Please enter the account number',
            'An account number has 6 to 13 digits. Please check it.',
          ]),
          required(draft.accountType, 'accountType', 'Please choose the type of account'),
        ]
  return [
    required(bank, 'bank', 'Please enter the name of your bank'),
    ...account,
    required(holder, 'holder', 'Please enter the name of the account holder'),
    required(ownAccount, 'ownAccount', 'Please choose whether this is your own account'),
    ownAccount === false &&
      required(otherHolder, 'otherHolder', 'Please say why the account belongs to someone else'),
  ]
}

function fundProblems(rows: DraftOf<'funds'>['sources'], list: 'sources' | 'wealth'): Problem[] {
  return (rows ?? []).flatMap(({ kind, amount, donor, words }, index) => [
    required(kind, `${list}.${index}.kind`, 'Please choose where the money comes from'),
    required(amount, `${list}.${index}.amount`, 'Please enter an amount'),
    requiredCounterparty({ kind, amount, donor }, `${list}.${index}.donor`),
    kind === 'cash' && required(words, `${list}.${index}.words`, 'Please say where the cash comes from'),
  ])
}

function requiredCounterparty(
  { donor, ...source }: NonNullable<DraftOf<'funds'>['sources']>[number],
  path: string,
): Problem {
  const needed = neededCounterparty(source)
  return needed !== null && required(donor, path, needed.missing)
}

/** Whom the money is for: without a name it cannot be sent. */
function forWhomProblems({ purpose, forWhom = {} }: DraftOf<'funds'>): Problem[] {
  if (purpose !== 'other') return []
  const { kind, fullName, dateOfBirth, registrationNumber, relation } = forWhom
  return [
    required(kind, 'forWhom.kind', 'Please choose whether the money is for a person or an organisation'),
    required(fullName, 'forWhom.fullName', 'Please enter for whom the money is'),
    kind === 'person' &&
      required(dateOfBirth, 'forWhom.dateOfBirth', 'Please enter this person’s date of birth'),
    kind === 'organisation' &&
      required(registrationNumber, 'forWhom.registrationNumber', 'Please enter the registration number'),
    required(relation, 'forWhom.relation', 'Please say how you are related to them'),
  ]
}

const fundsProblems: ProblemsOf<'funds'> = (draft, around) => {
  const wealth = isWealthNeeded(around)
  return [
    required(draft.purpose, 'purpose', 'Please choose what the money is for'),
    ...forWhomProblems(draft),
    required(draft.firstAmount, 'firstAmount', 'Please enter the first amount that you expect to invest'),
    required(draft.yearlyAmount, 'yearlyAmount', 'Please enter what you expect to invest each year, or 0'),
    required(draft.sources, 'sources', 'Please add at least one source of funds'),
    ...fundProblems(draft.sources, 'sources'),
    wealth && required(draft.wealth, 'wealth', 'Please say how your wealth came about'),
    ...(wealth ? fundProblems(draft.wealth, 'wealth') : []),
  ]
}

const exposureProblems: ProblemsOf<'exposure'> = (draft) => {
  const { positions = [] } = draft
  return [
    ...exposureQuestionNames.map((name) =>
      required(draft[name], name, 'Please answer this question with yes or no'),
    ),
    ...exposureQuestionNames.map(
      (name): Problem =>
        draft[name] === true &&
        !positions.some(({ question }) => question === name) && {
          path: name,
          message: 'Please add the position',
        },
    ),
    ...positions.flatMap(({ question, of, fullName, relation, position, country, from }, index) => {
      const at = `positions.${index}`
      if (question === undefined || draft[question] !== true) return []
      const isRelated = question === 'related'
      const isForeign = (isRelated ? of : question) === 'foreign'
      return [
        required(position, `${at}.position`, 'Please enter the position'),
        required(from, `${at}.from`, 'Please enter the year in which it began'),
        isForeign && required(country, `${at}.country`, 'Please choose the country'),
        isRelated && required(of, `${at}.of`, 'Please choose what kind of position it is'),
        isRelated && required(fullName, `${at}.fullName`, 'Please enter the name of this person'),
        isRelated && required(relation, `${at}.relation`, 'Please choose how you are related'),
      ]
    }),
  ]
}

const taxProblems: ProblemsOf<'tax'> = ({ countries = [], unitedStatesPerson }, { crsReporting }) => [
  required(countries, 'countries', 'Please add at least one country of tax residency'),
  ...countries.flatMap(({ country, number, reason, words }, index) => {
    const at = `countries.${index}`
    const asksNumber = crsReporting || country === HOME_COUNTRY
    return [
      required(country, `${at}.country`, 'Please choose a country'),
      asksNumber &&
        isEmpty(number) &&
        required(reason, `${at}.number`, 'Please enter the tax number, or choose why there is none'),
      isEmpty(number) &&
        reason === 'B' &&
        required(words, `${at}.words`, 'Please say why you could not get a tax number'),
      countries.findIndex((other) => other.country === country) < index && {
        path: `${at}.country`,
        message: 'This country is listed already',
      },
    ]
  }),
  required(unitedStatesPerson, 'unitedStatesPerson', 'Please answer this question with yes or no'),
]

const fieldProblems: { readonly [Task in TaskName]: ProblemsOf<Task> } = {
  identity: identityProblems,
  address: addressProblems,
  bank: bankProblems,
  funds: fundsProblems,
  exposure: exposureProblems,
  tax: taxProblems,
}
