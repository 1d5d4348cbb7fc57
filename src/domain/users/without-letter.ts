/**
 * What it means for clients that their wealth manager has no FAIS letter: there is nothing to sign, and nothing unsigned is
 * submitted (decisions, "Signing step 7").
 *
 * @param manager as people call them
 */
export function withoutLetterText(manager: string): string {
  return `${manager} has no FAIS letter. Until a system administrator uploads one, their clients read “There is no letter to sign yet” where they sign, and cannot submit their application.`
}
