import { z } from 'zod'
import { lineOfText, proseText } from '#base/rules/input/text.ts'
import { dateText } from '#features/brand/rules/letter/date-text.ts'
import { isCovered, parseServices } from '#features/brand/rules/letter/services.ts'

/** What the firm's letter says of a wealth manager: General Code, section 5(b) and (f), and section 13 of the Act. */
export const profileSchema = z.strictObject({
  qualifications: lineOfText(300),
  experience: lineOfText(300),
  /** How the representative is connected to the firm. */
  capacity: z.enum(['', 'employee', 'mandate'], { error: 'Please choose one of the options' }),
  appointedOn: dateText,
  /** A selection of the firm's services. */
  services: z.string().refine((text) => parseServices(text) !== null, 'Please choose at least one service'),
  supervised: z.enum(['', 'no', 'yes'], { error: 'Please choose one of the options' }),
  supervisor: proseText(120).refine((text) => !/[\r\n]/u.test(text), 'Please use one line'),
})

export type LetterProfile = z.infer<typeof profileSchema>

export const EMPTY_PROFILE: LetterProfile = {
  qualifications: '',
  experience: '',
  capacity: '',
  appointedOn: '',
  services: '',
  supervised: '',
  supervisor: '',
}

const profileLabels: Readonly<Record<keyof LetterProfile, string>> = {
  qualifications: 'Qualifications',
  experience: 'Experience',
  capacity: 'Capacity',
  appointedOn: 'Appointed on',
  services: 'Services',
  supervised: 'Under supervision',
  supervisor: 'Supervisor',
}

/** A fact that a letter lacks. */
export interface LetterGap {
  /** Where it is entered: a section of the settings, or the manager. */
  at: string
  field: string
  label: string
}

/** What a manager's letter lacks. @param licensed the firm's services */
export function profileGaps(profile: LetterProfile, licensed: string): LetterGap[] {
  const needed = (Object.keys(profileLabels) as (keyof LetterProfile)[]).filter((field) => {
    if (field === 'supervisor') return profile.supervised === 'yes' && profile.supervisor === ''
    if (field !== 'services') return profile[field] === ''
    const rendered = parseServices(profile.services) ?? []
    return rendered.length === 0 || !isCovered(rendered, parseServices(licensed) ?? [])
  })
  return needed.map((field) => ({ at: 'manager', field, label: profileLabels[field] }))
}
