import { expect, test } from 'vitest'
import { makeFaisLetter } from '#server/features/documents/fais-letter/make-fais-letter.ts'
import { makeCertificatePage } from '#server/features/signing/sealing/certificate-page.ts'
import { someFile } from '#test/support/filed.ts'
import { someCertificateFacts, someLetterFacts } from '#test/support/letters.ts'
import { readPdf } from '#test/support/read-pdf.ts'
import { makeSummary } from './make-summary.ts'

/** The written official languages of South Africa: the letters of each beyond a to z, and some names. */
const alphabets = {
  Afrikaans: 'Áá Ää Éé Èè Êê Ëë Íí Îî Ïï Óó Ôô Öö Úú Ûû Üü Ýý ŉ Daniël Müller',
  English: 'Éé Ïï Zoë O’Brien',
  isiNdebele: 'Mthimunye Skhosana',
  isiXhosa: 'Ââ Áá Éé Nontsikelelo Gqirhana',
  isiZulu: 'Nhlanhla Cele',
  Sepedi: 'Šš Êê Ôô Tšhwane Malêpê',
  Sesotho: 'Šš Ōō Ēē Tšepo Moeti',
  Setswana: 'Šš Êê Ôô Tšhegofatšo',
  siSwati: 'Āā Ēē Dlamini Mavuso',
  Tshivenda: 'Ṱṱ Ḓḓ Ḽḽ Ṋṋ Ṅṅ Ṱhoho ya Ṅanga Ḽiṱani Muḓi Ṋenzhelele',
  Xitsonga: 'Ńń N’wana Xihlovo',
} as const

const branding = {
  firmName: 'Protea Private Wealth',
  tagline: 'Protect. Create. Wealth.',
  supportPhone: '+27 21 555 0140',
  supportEmail: 'support@proteawealth.example',
}

const papers = {
  'the summary': (fullName: string) => makeSummary('a test', someFile({ answers: { fullName } }), branding),
  'the certificate of signature': (name: string) => makeCertificatePage(someCertificateFacts(name)),
  'a letter': (name: string) => {
    const facts = someLetterFacts()
    return makeFaisLetter({ ...facts, representative: { ...facts.representative, name } })
  },
} as const

test.each(Object.keys(papers) as (keyof typeof papers)[])(
  '%s writes every letter of the official languages, and can be read aloud',
  async (paper) => {
    const { spoken } = await readPdf(await papers[paper](Object.values(alphabets).join(' ')))
    const said = spoken.normalize('NFC')
    for (const [language, letters] of Object.entries(alphabets)) {
      const missing = letters.split(' ').filter((word) => !said.includes(word))
      expect([language, missing]).toEqual([language, []])
    }
  },
)

test('a letter keeps its meaning in every later document, however it was first drawn', async () => {
  await makeCertificatePage(someCertificateFacts('Öüï'))
  const { spoken } = await readPdf(await makeCertificatePage(someCertificateFacts('Oui')))
  expect(spoken).toContain('Signed by Oui')
})
