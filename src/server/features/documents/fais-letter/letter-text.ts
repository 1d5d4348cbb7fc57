import type { Block } from '#server/platform/pdf/blocks.ts'
import type { LetterFacts } from './letter-facts.ts'
import { acknowledgement, brokerAppointment } from './to-sign.ts'

/**
 * The text of the disclosure letter: what the General Code of Conduct under the FAIS Act (37 of 2002) requires
 * providers and representatives to disclose before they advise.
 */
export function letterBlocks(facts: LetterFacts): Block[] {
  return [
    ...opening(facts),
    ...whoWeAre(facts),
    ...services,
    ...remuneration(facts),
    ...conflicts,
    ...whatToExpect,
    ...complaints(facts),
    ...personalInformation(facts),
    ...brokerAppointment(facts),
    ...acknowledgement(facts),
  ]
}

function opening({ firm }: LetterFacts): Block[] {
  return [
    { kind: 'paragraph', text: 'Dear Client' },
    {
      kind: 'paragraph',
      text:
        'Before we advise you, the Financial Advisory and Intermediary Services Act 37 of 2002 (the FAIS Act) entitles ' +
        'you to know with whom you are dealing, what we are licensed to do, how we are paid, and who to contact if you’re ' +
        `unhappy with our service. This letter sets that out for ${firm.name}. Please read it, ask us about anything that is ` +
        'not clear, and return a signed copy with your application.',
    },
  ]
}

function whoWeAre({ firm, representative }: LetterFacts): Block[] {
  return [
    { kind: 'heading', number: 1, text: 'Who we are' },
    {
      kind: 'facts',
      rows: [
        ['Financial services provider', `**${firm.name}**, registration number ${firm.registrationNumber}`],
        [
          'Licence',
          `${firm.fspNumber}, Category I, granted by the Financial Sector Conduct Authority (FSCA) without conditions or restrictions${firm.licenceNote}`,
        ],
        ['Address', firm.addressLines.join(', ')],
        ['Telephone and email', `${firm.phone}  ·  ${firm.email}`],
        ['Key individual', firm.keyIndividual],
        ['Compliance officer', firm.complianceOfficer],
        ['Professional indemnity', firm.insurance],
        ['Your representative', `**${representative.name}**, ${representative.email}`],
        ['Qualifications', representative.qualifications],
        ['Experience', representative.experience],
      ],
    },
    {
      kind: 'paragraph',
      text:
        `${representative.name} acts under a mandate from ${firm.name}, which accepts responsibility for the ` +
        'financial services rendered within that mandate, and meets the fit and proper requirements of the FAIS Act ' +
        'for every product listed below. None of these services is rendered under supervision.',
    },
  ]
}

const services: Block[] = [
  { kind: 'heading', number: 2, text: 'The services we may render' },
  {
    kind: 'table',
    columns: [
      { title: 'Sub-category', share: 14 },
      { title: 'Financial product', share: 50 },
      { title: 'Advice', share: 18 },
      { title: 'Intermediary services', share: 22 },
    ],
    rows: [
      ['1.3', 'Long-term insurance, subcategory B1', 'Yes', 'Yes'],
      ['1.20', 'Long-term insurance, subcategory B2', 'Yes', 'Yes'],
      ['1.4', 'Long-term insurance, subcategory C', 'Yes', 'Yes'],
      ['1.5', 'Retail pension benefits', 'Yes', 'Yes'],
      ['1.7', 'Pension funds benefits', 'Yes', 'Yes'],
      ['1.8', 'Shares', 'Yes', 'Yes'],
      ['1.12', 'Bonds', 'Yes', 'Yes'],
      ['1.14', 'Participatory interests in a collective investment scheme', 'Yes', 'Yes'],
      ['1.16', 'Health service benefits', 'Yes', 'Yes'],
      ['1.17', 'Long-term deposits', 'Yes', 'Yes'],
      ['1.18', 'Short-term deposits', 'Yes', 'Yes'],
    ],
  },
  {
    kind: 'paragraph',
    text:
      'We are not licensed for short-term (non-life) insurance, derivatives, forex investments or crypto assets, and ' +
      'do not advise on them. Should you need such advice, we will gladly refer you to a provider who holds the ' +
      'licence. We do not manage portfolios at our own discretion: every transaction needs your instruction.',
  },
]

function remuneration({ firm }: LetterFacts): Block[] {
  return [
    { kind: 'heading', number: 3, text: 'How we are paid' },
    {
      kind: 'paragraph',
      text:
        'You will know what our advice costs, in rand, before you commit yourself to anything. Depending on the ' +
        'product, we are paid in one or more of these ways, all of them excluding value-added tax at the current rate:',
    },
    {
      kind: 'list',
      items: [
        '**Investment products.** An initial advice fee of at most 1.50% of the amount invested, and an annual ' +
          'advice fee of at most 0.85% of its value, both agreed with you in writing. You may end the annual fee at any time.',
        '**Risk and life products.** Commission paid by the insurer, up to the maximum that the regulations under the ' +
          'Long-term Insurance Act prescribe. It forms part of the premium that you are quoted.',
        '**Medical schemes.** Commission paid by the scheme, up to the maximum under the Medical Schemes Act.',
        '**Planning without a product.** An hourly fee of R 1 950, or a fixed fee agreed beforehand.',
      ],
    },
    {
      kind: 'paragraph',
      text:
        `${firm.name} holds no shares in any product supplier, and no product supplier holds shares in us. In the ` +
        'past twelve months no single product supplier paid us more than 30% of our total remuneration. We have ' +
        'contracts with a range of insurers, investment platforms and medical schemes; the current list is yours for the asking.',
    },
  ]
}

const conflicts: Block[] = [
  { kind: 'heading', number: 4, text: 'Conflicts of interest' },
  {
    kind: 'paragraph',
    text:
      'Where our interest and yours could pull apart, we avoid the situation. Where it cannot be avoided, we reduce it ' +
      'and tell you about it in writing at the first opportunity. No one at our firm is paid for preferring one ' +
      'supplier or product, or for quantity over quality. Representatives may accept no gift or hospitality beyond an ' +
      'immaterial financial interest of R 1 000 a year from the same third party, and each one is entered in a ' +
      'register. Our conflict of interest management policy is available at our office and on request.',
  },
]

const whatToExpect: Block[] = [
  { kind: 'heading', number: 5, text: 'What you may expect, and what we ask of you' },
  {
    kind: 'list',
    items: [
      'We advise on the basis of your needs, objectives, financial situation and risk profile, and give you a written ' +
        'record of the advice. Where you ask us to look at a single need only, or leave questions open, our advice is ' +
        'limited accordingly, and you should consider carefully whether it suits you.',
      'If we recommend that you replace a product, we set out the costs, waiting periods and benefits of both.',
      'On most life policies you have 31 days after receiving the policy documents to cancel without penalty, as ' +
        'long as you have not claimed and the event insured against has not occurred.',
      'Please give us complete and accurate answers. A false or missing fact may lead a product supplier to ' +
        'decline a claim. Never sign a form that is blank or only partly filled in.',
      'We must verify your identity under the Financial Intelligence Centre Act 38 of 2001, and keep records of our ' +
        'advice for at least five years. Telephone calls may be recorded for that purpose.',
      'No one may ask you to waive a right or benefit that the General Code of Conduct gives you.',
    ],
  },
]

function complaints({ firm }: LetterFacts): Block[] {
  return [
    { kind: 'heading', number: 6, text: 'If you have a complaint' },
    {
      kind: 'list',
      ordered: true,
      items: [
        `Write to our complaints officer at ${firm.email}, or to the address above, and attach what supports your complaint. We will help you put it into writing if you prefer to call.`,
        'We acknowledge your complaint within two business days, and tell you who is looking into it.',
        'You receive our decision with full reasons in writing, within six weeks at the latest.',
        'If six weeks have passed, or you do not accept our decision, you may turn to the FAIS Ombud. You have six months from our final response to do so, and the service is free of charge.',
      ],
    },
    {
      kind: 'note',
      title: 'Ombud for Financial Services Providers (FAIS Ombud)',
      paragraphs: [
        'Menlyn Central Office Building, 125 Dallas Avenue, Waterkloof Glen, Pretoria, 0010',
        'Telephone 012 762 5000  ·  info@faisombud.co.za  ·  www.faisombud.co.za',
        'About the product itself rather than our advice: National Financial Ombud Scheme, 0860 800 900, info@nfosa.co.za. ' +
          'About our licence or conduct: FSCA, 0800 20 3722, info@fsca.co.za.',
      ],
    },
  ]
}

function personalInformation({ firm }: LetterFacts): Block[] {
  return [
    { kind: 'heading', number: 7, text: 'Your personal information' },
    {
      kind: 'paragraph',
      text:
        'We process your personal information under the Protection of Personal Information Act 4 of 2013 (POPIA): to ' +
        'identify you, to analyse your needs, to obtain quotations, to carry out your instructions, and to meet our ' +
        'legal duties. We share it only with the product suppliers, administrators and authorities that these purposes ' +
        'call for, and protect it with appropriate technical and organisational measures. You may ask to see, correct ' +
        'or delete what we hold, subject to the five years for which the law obliges us to keep it, and may object to ' +
        `direct marketing at any time. Our information officer can be reached at ${firm.email}; the Information ` +
        'Regulator at 010 023 5200 or POPIAComplaints@inforegulator.org.za.',
    },
  ]
}
