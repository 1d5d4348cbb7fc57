import type { Answers, AnswersPatch } from '#domain/applications/wizard/answers.ts'

/**
 * What the typing is compared with once a part of it is saved: what was sent, as the server keeps it. All else stays as
 * it was when the typing began, also where others changed it meanwhile: it is not on the screen, so that a later save finds the
 * difference.
 */
export function rebased(base: Answers, sent: AnswersPatch, saved: Answers): Answers {
  const { assets, liabilities, confirmations: _, ...fields } = sent
  return {
    ...base,
    ...taken(fields, saved),
    assets: { ...base.assets, ...taken(assets ?? {}, saved.assets) },
    liabilities: { ...base.liabilities, ...taken(liabilities ?? {}, saved.liabilities) },
  }
}

function taken<Whole extends object>(sent: object, saved: Whole): Partial<Whole> {
  const names = Object.keys(sent) as (keyof Whole)[]
  return Object.fromEntries(names.map((name) => [name, saved[name]])) as Partial<Whole>
}
