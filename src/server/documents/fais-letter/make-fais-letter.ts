import { formatDate } from '#domain/time/dates.ts'
import type { LetterFacts } from './letter-facts.ts'
import { letterBlocks } from './letter-text.ts'

const TITLE = 'Disclosure letter'

/** Makes the disclosure letter that a representative gives a client before advising: A4, in the firm's branding. */
export async function makeFaisLetter(facts: LetterFacts): Promise<Buffer> {
  const { drawPaper } = await import('#server/pdf/draw-paper.ts')
  const { firm, representative, issuedOn, version } = facts
  return drawPaper({
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
