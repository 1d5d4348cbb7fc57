/** Answer of both questions about medical aid for clients who have none: both are required (specification section 5). */
export const NO_MEDICAL_AID = 'None'

interface MedicalAid {
  medicalAidCompany?: string | null | undefined
  medicalAidPlan?: string | null | undefined
}

/** Whether a client has medical aid, by the stored answers; null while unanswered. */
export function hasMedicalAid({ medicalAidCompany, medicalAidPlan }: MedicalAid): boolean | null {
  const answers = [medicalAidCompany, medicalAidPlan].map((text) => (text ?? '').trim())
  if (answers.every((text) => text === '')) return null
  return answers.some((text) => text.toLowerCase() !== NO_MEDICAL_AID.toLowerCase())
}

/** Registered schemes: all open ones, and the largest restricted ones. Clients can enter any other name. */
export const medicalSchemes = [
  'Bankmed',
  'Bestmed',
  'Bonitas',
  'Cape Medical Plan',
  'CompCare',
  'Discovery Health',
  'Fedhealth',
  'GEMS',
  'Genesis',
  'KeyHealth',
  'LA Health',
  'Makoti',
  'Medihelp',
  'Medimed',
  'Medshield',
  'Momentum Medical Scheme',
  'POLMED',
  'Profmed',
  'SAMWUMED',
  'Sasolmed',
  'Sizwe Hosmed',
  'Suremed Health',
  'Thebemed',
  'Umvuzo Health',
] as const
