import { expect, test } from 'vitest'
import { makeFaisLetter } from '#features/signing/server/fais-letter/make-fais-letter.ts'
import { makeCertificatePage } from '#features/signing/server/sealing/certificate-page.ts'
import { someFile } from '#test/support/filed.ts'
import { someCertificateFacts, someLetterFacts } from '#test/support/letters.ts'
import { readPdf } from '#test/support/read-pdf.ts'
import { makeSummary } from './make-summary.ts'

/** South Africa's official written languages: the letters of each beyond a to z, and some names. */
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

const documents = {
  'the summary': (fullName: string) => makeSummary('a test', someFile({ answers: { fullName } }), branding),
  'the certificate of signature': (name: string) => makeCertificatePage(someCertificateFacts(name)),
  'a letter': (name: string) => {
    const facts = someLetterFacts()
    const content = { ...facts.content, manager: { ...facts.content.manager, name } }
    return makeFaisLetter({ ...facts, content })
  },
} as const

test.each(Object.keys(documents) as (keyof typeof documents)[])(
  '%s has all letters of the official languages, readable for screen readers',
  async (paper) => {
    const { spoken } = await readPdf(await documents[paper](Object.values(alphabets).join(' ')))
    const normalised = spoken.normalize('NFC')
    for (const [language, letters] of Object.entries(alphabets)) {
      const missing = letters.split(' ').filter((word) => !normalised.includes(word))
      expect([language, missing]).toEqual([language, []])
    }
  },
)

test('a letter keeps its Unicode mapping in later documents, however it was first drawn', async () => {
  await makeCertificatePage(someCertificateFacts('Öüï'))
  const { spoken } = await readPdf(await makeCertificatePage(someCertificateFacts('Oui')))
  expect(spoken).toContain('Signed by Oui')
})
