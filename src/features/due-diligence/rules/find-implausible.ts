import { amountRules } from './implausible-amounts.ts'
import { factRules } from './implausible-facts.ts'
import type { Circumstances } from './needs.ts'
import { findingRows, type Found, type Given } from './plausibility.ts'

/** What is implausible. Pure; the same input gives the same findings. */
export function plausibilityOf(around: Circumstances, given: Given): Found[] {
  return [...amountRules, ...factRules]
    .flatMap((rule) => rule(around, given))
    .filter((one) => one !== false)
    .map((one) => ({ client: null, points: null, ...findingRows[one.code], ...one }))
}
