import { z } from 'zod'
import type { dueDiligenceOf } from '#features/brand/rules/due-diligence-sections.ts'

/** The variables of due diligence. The firm's rules are set on screen. */
export const dueDiligenceVariables = z.object({
  FICA_PACK: z.enum(['on', 'off'], { error: 'use on or off' }).default('off').meta({
    description:
      'whether clients prove identity, address, bank account, source of funds, political exposure and tax residency, and only verified clients are onboarded ([ADR 142](decisions/0142-keep-due-diligence-beside-the-application.md))',
  }),
  LISTS_DIR: z.string().optional().meta({
    description:
      'a folder with files of sanctions lists that another program downloads: hourly, newer ones are used',
  }),
})

/** What the environment sets. */
interface DueDiligenceSwitch {
  on: boolean
  /** Null without one. */
  listsDir: string | null
}

/** Due diligence of clients. */
export interface DueDiligenceSettings {
  dueDiligence: DueDiligenceSwitch & ReturnType<typeof dueDiligenceOf>
}

/** The settings from the variables. */
export function toDueDiligenceSwitch(variables: z.infer<typeof dueDiligenceVariables>): DueDiligenceSwitch {
  return {
    on: variables.FICA_PACK === 'on',
    listsDir: variables.LISTS_DIR ?? null,
  }
}

declare module '#base/server/config/settings.ts' {
  interface Settings extends DueDiligenceSettings {}
}
