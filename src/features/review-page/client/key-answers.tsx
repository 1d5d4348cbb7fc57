import type { ReactNode } from 'react'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import type { ReviewedPack } from '#features/due-diligence/api/due-diligence.ts'
import { exposures } from '#features/due-diligence/rules/exposure.ts'
import { ageOn } from '#features/due-diligence/rules/identity.ts'
import { answerTextAt } from '#features/applications/rules/round/answer-text-at.ts'
import { answerAt } from '#features/applications/rules/round/subjects.ts'
import { netWorthOf } from '#features/applications/rules/net-worth/totals.ts'
import { HOME_COUNTRY } from '#features/applications/rules/wizard/countries.ts'
import { labelOf } from '#features/applications/rules/wizard/labels.ts'
import { NOT_PROVIDED } from '#features/applications/rules/wizard/answer-text.ts'
import { formatRand } from '#base/rules/money/rand.ts'
import { dayOf } from '#base/rules/time/dates.ts'

type KeyAnswersProps = { application: ReviewedApplication; pack: ReviewedPack | undefined }

/** The answers that a reviewer needs at once (quiet screens, 5.4). */
export function KeyAnswers({ application, pack }: KeyAnswersProps) {
  return (
    <dl aria-label="Key answers" className="review-facts">
      {keyAnswers(application, pack).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function keyAnswers(
  application: ReviewedApplication,
  pack: ReviewedPack | undefined,
): (readonly [label: string, value: ReactNode])[] {
  const { assets, liabilities, childrenDetails, country, dateOfBirth, emailAddress, mobileNumber } =
    application
  const text = (path: string) => answerTextAt(path, answerAt(application, path))
  const row = (path: string) => [labelOf(path), text(path)] as const
  const born =
    dateOfBirth === null ? NOT_PROVIDED : `${text('dateOfBirth')}, ${ageOn(dateOfBirth, dayOf(new Date()))}`
  const address = [
    'addressLine1',
    'addressLine2',
    'city',
    'postalCode',
    ...(country === HOME_COUNTRY ? [] : ['country']),
  ]
    .map((path) => answerAt(application, path))
    .filter((part) => typeof part === 'string' && part !== '')
    .join(', ')
  const will = [text('hasWill'), application.hasWill === true ? application.willInstitution : null]
  return [
    row('fullName'),
    row('idNumber'),
    ['Born', born],
    row('nationality'),
    [
      'Marital Status',
      [text('maritalStatus'), application.marriageType === null ? null : text('marriageType')]
        .filter(Boolean)
        .join(', '),
    ],
    ['Children', String(childrenDetails.length)],
    [
      'Mobile Number',
      mobileNumber === null ? (
        NOT_PROVIDED
      ) : (
        <a key="tel" href={`tel:${mobileNumber}`}>
          {text('mobileNumber')}
        </a>
      ),
    ],
    [
      'Email',
      emailAddress === null ? (
        NOT_PROVIDED
      ) : (
        <a key="mail" href={`mailto:${emailAddress}`}>
          {emailAddress}
        </a>
      ),
    ],
    ['Address', address === '' ? NOT_PROVIDED : address],
    row('occupation'),
    row('employerName'),
    row('annualIncome'),
    ['Net Worth', formatRand(netWorthOf(assets, liabilities).netWorth)],
    ...(pack === undefined ? [] : [['Politically exposed', exposures[pack.exposure]] as const]),
    ['Will', will.filter(Boolean).join(', ')],
    ['Smoker', text('smoker')],
  ]
}
