import { z } from 'zod'
import type { dueDiligenceOf } from '#features/brand/rules/due-diligence-sections.ts'

/** The variables of due diligence. The firm's rules are set on screen. */
export const dueDiligenceVariables = z.object({
  FICA_PACK: z.enum(['on', 'off'], { error: 'use on or off' }).default('off').meta({
    description:
      'whether clients prove identity, address, bank account, source of funds, political exposure and tax residency, and only verified clients are onboarded ([ADR 142](decisions/0142-keep-due-diligence-beside-the-application.md))',
  }),
  LISTS_DIR: z.string().optional().meta({
    description: 'a folder that another program fills with sanctions lists; newer ones are used hourly',
  }),
  LISTS_FETCH: z.enum(['un', 'off'], { error: 'use un or off' }).default('off').meta({
    description: 'un: the server downloads the United Nations list daily',
  }),
  LISTS_FETCH_URL: z
    .url({ protocol: /^https$/u, error: 'use an address such as https://lists.example/consolidated.xml' })
    .optional()
    .meta({ description: 'its address; redirects are not followed' }),
})

/** What the environment sets. */
interface DueDiligenceSwitch {
  on: boolean
  /** Null without one. */
  listsDir: string | null
  /** Where the United Nations' list is downloaded from; null where it is not. */
  listsFetchUrl: URL | null
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
    listsFetchUrl:
      variables.LISTS_FETCH === 'un' && variables.LISTS_FETCH_URL !== undefined
        ? new URL(variables.LISTS_FETCH_URL)
        : null,
  }
}

/** Invalid combinations of the variables. */
export function dueDiligenceProblems(
  variables: z.infer<typeof dueDiligenceVariables>,
): [wrong: boolean, problem: string][] {
  return [
    [
      variables.LISTS_FETCH === 'un' && variables.LISTS_FETCH_URL === undefined,
      'LISTS_FETCH_URL: set it, since LISTS_FETCH is un',
    ],
  ]
}

declare module '#base/server/config/settings.ts' {
  interface Settings extends DueDiligenceSettings {}
}
