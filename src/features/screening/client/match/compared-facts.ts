import type { Hit } from '#features/screening/api/screening.ts'
import type { ClearingReason } from '#features/screening/rules/hits.ts'
import { formatDay } from '#base/rules/time/dates.ts'

/** `same` speaks for one person, `different` against it. */
type Agreement = 'same' | 'different' | 'unclear'

/** A fact of both people, and how far they agree, in words. */
export interface ComparedFact {
  label: string
  ours: string
  listed: string
  agreement: Agreement
  text: string
}

type Fact = Hit['features'][number]['fact']

const or = (texts: readonly string[], otherwise = 'Not given') =>
  texts.length === 0 ? otherwise : texts.join(', ')

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function featureOf({ features }: Pick<Hit, 'features'>, fact: Fact) {
  return features.find((one) => one.fact === fact)
}

function agreementOf(points: number): Agreement {
  return points === 0 ? 'unclear' : points > 0 ? 'same' : 'different'
}

const CANNOT_COMPARE = { agreement: 'unclear', text: 'Can’t compare' } as const

function nameFact(hit: Hit): ComparedFact {
  const { subject, entry, mine, listed } = hit
  const isEqual = mine === listed
  return {
    label: 'Name',
    ours: or(subject.names, mine),
    listed: or(
      entry.names.map(({ name, quality }) => (quality === 'weak' ? `${name} (weak alias)` : name)),
      listed,
    ),
    agreement: 'same',
    text: isEqual ? 'Same' : sentence(featureOf(hit, 'name')?.text.replace(/^Name /u, '') ?? 'similar'),
  }
}

function birthFact(hit: Hit): ComparedFact {
  const { births } = hit.subject
  const feature = featureOf(hit, 'birth')
  const isKnown = feature !== undefined && births.length > 0 && hit.entry.births.length > 0
  return {
    label: 'Born',
    ours: or(births.map((day) => formatDay(day))),
    listed: or(hit.entry.births),
    ...(isKnown
      ? {
          agreement: agreementOf(feature.points),
          text: sentence(feature.text.replace(/^Born (?:on the |in the )?/u, '')),
        }
      : CANNOT_COMPARE),
  }
}

function countryFact(hit: Hit): ComparedFact {
  const [ours, listed] = [hit.subject.countries, hit.entry.countries]
  const feature = featureOf(hit, 'country')
  const agreement = agreementOf(feature?.points ?? 0)
  return {
    label: 'Country',
    ours: or(ours),
    listed: or(listed),
    ...(agreement === 'unclear' ? CANNOT_COMPARE : { agreement, text: sentence(agreement) }),
  }
}

function sexFact(hit: Hit): ComparedFact | null {
  const feature = featureOf(hit, 'sex')
  if (feature === undefined) return null
  const listed = feature.text.replace(/^Listed as /u, '')
  return {
    label: 'Sex',
    ours: listed === 'male' ? 'Female' : 'Male',
    listed: sentence(listed),
    agreement: 'different',
    text: 'Different',
  }
}

function numberFact(hit: Hit): ComparedFact {
  const { documents } = hit.entry
  const isSame = featureOf(hit, 'document') !== undefined
  const { hasNumber } = hit.subject
  return {
    label: 'ID or passport',
    ours: hasNumber ? 'In the application' : 'Not given',
    listed: or(documents),
    ...(isSame
      ? { agreement: 'same', text: 'Same number' }
      : hasNumber && documents.length > 0
        ? { agreement: 'different', text: 'Other numbers' }
        : CANNOT_COMPARE),
  }
}

/** The facts of a client, or of someone else who is compared, beside those of an entry. */
export function comparedFacts(hit: Hit): ComparedFact[] {
  const facts = [nameFact(hit), birthFact(hit), countryFact(hit), sexFact(hit), numberFact(hit)]
  return facts.filter((fact) => fact !== null)
}

/** A reason why a possible match is another person, with a sentence; to be changed by who decides. */
export interface ProposedReason {
  reason: ClearingReason | ''
  words: string
}

const NOTHING: ProposedReason = { reason: '', words: '' }

/** The reason that the differences give; none for a strong match, and where no known fact differs. */
export function proposedReason(hit: Hit): ProposedReason {
  if (hit.strong || featureOf(hit, 'document') !== undefined) return NOTHING
  const differs = (['birth', 'sex', 'country'] as const).filter(
    (fact) => (featureOf(hit, fact)?.points ?? 0) < 0,
  )
  const [first] = differs
  if (first === undefined) return NOTHING
  const texts = { birth: featureOf(hit, 'birth')?.text ?? '', sex: 'another sex', country: 'another country' }
  const words = differs.map((fact) => texts[fact])
  const last = words.length > 1 ? `, and ${words.at(-1) ?? ''}` : ''
  const head = words.length > 1 ? words.slice(0, -1).join(', ') : (words[0] ?? '')
  return { reason: first, words: `${sentence(`${head}${last}`)}.` }
}
