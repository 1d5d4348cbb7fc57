/** A question about political exposure with the positions that it is about. */
export interface ExposureQuestion {
  text: string
  positions: readonly string[]
  /** The schedule of the Financial Intelligence Centre Act. */
  source: string
}

/** The four questions (FICA, sections 21F to 21H), with the lists of Act 22 of 2022, in force since 31 December 2022. */
export const exposureQuestions = {
  domestic: {
    text: 'Do you hold, or have you ever held, one of these public positions in South Africa (or acted in one for more than six months)?',
    source: 'Schedule 3A',
    positions: [
      'President or Deputy President',
      'Minister or deputy minister',
      'Premier of a province',
      'Member of the executive council of a province',
      'Executive mayor of a municipality',
      'Leader of a registered political party',
      'Member of a royal family, or senior traditional leader',
      'Head, accounting officer or chief financial officer of a national or provincial department or government component',
      'Municipal manager or chief financial officer of a municipality',
      'Chairperson, chief executive, accounting authority, chief financial officer or chief investment officer of a public entity (Public Finance Management Act, schedules 2 and 3)',
      'Chairperson, chief executive, accounting authority, chief financial officer or chief investment officer of a municipal entity',
      'Judge of the Constitutional Court or any other judge',
      'Ambassador, high commissioner or other senior representative of a foreign government in South Africa',
      'Officer of the National Defence Force above the rank of major-general',
    ],
  },
  foreign: {
    text: 'Do you hold, or have you ever held, one of these public positions in another country or an international organisation?',
    source: 'Schedule 3B',
    positions: [
      'Head of state, or head of a country or government',
      'Member of a foreign royal family',
      'Minister or equivalent senior politician, or leader of a political party',
      'Senior judicial official',
      'Senior executive of a state-owned company',
      'High-ranking member of the military',
      'Director, deputy director or board member of an international organisation',
    ],
  },
  influential: {
    text: 'Are you, or were you in the last 12 months, chairperson of the board or the audit committee, executive officer or chief financial officer of a company that supplies the state above the gazetted amount?',
    source: 'Schedule 3C',
    positions: [
      'Chairperson of the board of directors',
      'Chairperson of the audit committee',
      'Executive officer',
      'Chief financial officer',
    ],
  },
  related: {
    text: 'Is one of these people your spouse or partner (now or before), child, parent, sibling, step-relation or in-law, or a close associate?',
    source: 'Section 21H',
    positions: [],
  },
} as const satisfies Record<string, ExposureQuestion>

export type ExposureQuestionName = keyof typeof exposureQuestions
export const exposureQuestionNames = Object.keys(exposureQuestions) as [
  ExposureQuestionName,
  ...ExposureQuestionName[],
]

/** How a client is related to a person with a public position. */
export const relations = {
  spouse: 'Spouse or partner, now or before',
  child: 'Child',
  parent: 'Parent',
  sibling: 'Sibling',
  'step-relation': 'Step-relation',
  'in-law': 'In-law',
  associate: 'Close associate',
} as const
