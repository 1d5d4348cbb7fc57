import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { someLetterFacts } from '#test/support/letters.ts'
import { readPdf } from '#test/support/read-pdf.ts'
import { inspectFile } from '#features/documents/server/inspection/inspect-file.ts'
import { letterBlocks } from './letter-text.ts'
import { makeFaisLetter } from './make-fais-letter.ts'

const facts = someLetterFacts()

test('is a PDF of four A4 pages that says what it is', async () => {
  const bytes = await makeFaisLetter(facts)
  expect(await inspectFile(Buffer.from(bytes))).toEqual({
    is: 'taken',
    type: 'application/pdf',
    downloadOnly: null,
  })
  const document = await PDFDocument.load(bytes)
  const sizes = document.getPages().map((page) => [Math.round(page.getWidth()), Math.round(page.getHeight())])
  expect(sizes).toEqual(Array.from({ length: 4 }, () => [595, 842]))
  expect(document.getTitle()).toBe('Disclosure letter: Pieter van Wyk, Protea Private Wealth')
  expect(document.getAuthor()).toBe('Protea Private Wealth')
})

test('facts stay text: they begin no heading, list or block, name no placeholder and set nothing in bold', () => {
  const line = '# Heading [ombud] - item 1. **bold** {firmName} | $&'
  const lines = '# Heading\n[ombud]\n- item\n1. **bold** {firmName}'
  const { template, firm, manager } = facts.content
  const hostile = letterBlocks({
    ...facts,
    content: {
      template: {
        ...template,
        letterFacts: {
          ...template.letterFacts,
          keyIndividual: line,
          licenceCategory: line,
          licenceConditions: lines,
          exemption: lines,
          coverDetails: line,
          suppliers: line,
          shareholding: 'yes',
          shareholdingNames: line,
          income: 'yes',
          incomeNames: line,
        },
      },
      firm: {
        identity: {
          ...firm.identity,
          firmName: line,
          legalName: line,
          tradingNames: line,
          registrationNumber: line,
          physicalAddress: lines,
          postalAddress: lines,
        },
        contacts: { ...firm.contacts, complianceName: line, informationOfficer: line },
      },
      manager: {
        ...manager,
        name: line,
        profile: { ...manager.profile, qualifications: `**${line}`, experience: line, supervisor: line },
      },
    },
  })
  const shapeOf = (blocks: typeof hostile) =>
    blocks.map((block) => [block.kind, block.kind === 'heading' ? block.text : ''])
  const marksIn = (blocks: typeof hostile) => JSON.stringify(blocks).split('**').length
  const letterFacts = { ...template.letterFacts, suppliers: 'Insurer | 021 555 0100 | contract' }
  const plain = letterBlocks({
    ...facts,
    content: { ...facts.content, template: { ...template, letterFacts } },
  })
  expect(shapeOf(hostile)).toEqual(shapeOf(plain))
  expect(marksIn(hostile)).toBe(marksIn(plain))
  expect(JSON.stringify(hostile)).toContain('# Heading [ombud] - item 1. bold {firmName} | $&')
})

test('names all parties, and has every section in order', () => {
  const blocks = letterBlocks(facts)
  const content = JSON.stringify(blocks)
  const { identity, contacts } = facts.content.firm
  for (const fact of [
    identity.firmName,
    identity.registrationNumber,
    identity.fspNumber,
    'Silvertree House, 22 Riebeek',
    contacts.supportEmail,
    contacts.supportPhone,
    contacts.complianceName,
    contacts.complaintsEmail,
    'Pieter van Wyk',
    'CFP®',
    'Fourteen years',
    '1 March 2017',
    'Annelise Botha',
    'R 10 million',
  ])
    expect(content).toContain(fact)
  const headings = blocks.filter((block) => block.kind === 'heading')
  expect(headings.map(({ number }) => number)).toEqual(headings.map((_, index) => index + 1))
  expect(headings.map(({ text }) => text)).toEqual([
    'Who we are',
    'The services we may render',
    'How we are paid',
    'Conflicts of interest',
    'What you may expect, and what we ask of you',
    'If you have a complaint',
    'Your personal information',
    'Appointment as your financial broker',
    'Your acknowledgement',
  ])
})

test('a copy that was signed carries what the client wrote', async () => {
  const signed = {
    clientName: 'Sipho Dlamini',
    idNumber: '8712085833087',
    town: 'Durban',
    on: facts.issuedOn,
  }
  const content = JSON.stringify(letterBlocks({ ...facts, signed }))
  for (const written of ['Sipho Dlamini', 'S. Dlamini', '8712085833087', 'Durban', 'P. van Wyk']) {
    expect(content).toContain(`"written":"${written}"`)
  }
  const [plain, copy] = await Promise.all([makeFaisLetter(facts), makeFaisLetter({ ...facts, signed })])
  expect(copy.length).toBeGreaterThan(plain.length)
})

test('a name in letters that the fonts lack does not stop it', async () => {
  const manager = { ...facts.content.manager, name: 'Nguyễn Šimon 王 💰' }
  const bytes = await makeFaisLetter({ ...facts, content: { ...facts.content, manager } })
  expect((await PDFDocument.load(bytes)).getPageCount()).toBe(4)
})

test('tags headings, lists and tables for screen readers, in their order', async () => {
  const { parts, spoken, texts } = await readPdf(await makeFaisLetter(facts))
  const all = parts.flat()
  const roles = all.map(([role]) => role)
  expect(roles.filter((role) => role === 'H1')).toHaveLength(1)
  expect(roles.filter((role) => role === 'H2')).toHaveLength(9)
  expect(new Set(roles)).toEqual(new Set(['P', 'H1', 'H2', 'Table', 'L', 'Div']))
  expect(spoken).toContain(
    'Sub-category Financial product Advice Intermediary services 1.3 Long-term insurance',
  )
  expect(spoken).toContain(
    '3. You receive our decision with full reasons in writing, within six weeks at the latest.',
  )
  expect(spoken).not.toContain('Page 1 of 4')
  expect(texts.filter(({ artifact, text }) => artifact && /^Page \d of 4$/u.test(text))).toHaveLength(4)
})

test('empty lines say where an electronic signature is, and signed ones do not', async () => {
  const pointer = 'Signed electronically, see the last page.'
  expect((await readPdf(await makeFaisLetter(facts))).spoken).toContain(pointer)
  const signed = { clientName: 'Sipho Dlamini', idNumber: '8001015009087', town: 'Paarl', on: new Date() }
  expect((await readPdf(await makeFaisLetter({ ...facts, signed }))).spoken).not.toContain(pointer)
})
