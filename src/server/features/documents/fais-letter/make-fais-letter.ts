import { formatDate } from '#domain/time/dates.ts'
import { layOut } from '#server/platform/pdf/lay-out.ts'
import type { LetterFacts } from './letter-facts.ts'
import { letterBlocks } from './letter-text.ts'

const TITLE = 'Disclosure letter'

/** Makes the disclosure letter that a representative gives a client before advising: A4, in the firm's branding. */
export function makeFaisLetter(facts: LetterFacts): Promise<Buffer> {
  const { firm, representative, issuedOn, version } = facts
  return layOut('demo', {
    head: {
      firmName: firm.name,
      tagline: firm.tagline,
      contact: [...firm.addressLines, firm.phone, firm.email],
    },
    title: TITLE,
    below: `In terms of the Financial Advisory and Intermediary Services Act 37 of 2002  ·  ${formatDate(issuedOn)}`,
    blocks: letterBlocks(facts),
    footer: `${firm.name}  ·  ${firm.fspNumber}  ·  ${TITLE}, version ${version}`,
    windowTitle: `${TITLE}: ${representative.name}, ${firm.name}`,
    author: firm.name,
    subject: 'Disclosure in terms of the Financial Advisory and Intermediary Services Act 37 of 2002',
    at: issuedOn,
  })
}
