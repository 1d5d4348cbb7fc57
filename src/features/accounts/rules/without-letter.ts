/**
 * What clients should know when their wealth manager has no FAIS letter: nothing can be signed or submitted (decisions,
 * "Signing step 7").
 *
 * @param manager display name
 */
export function withoutLetterText(manager: string): string {
  return `${manager} has no FAIS letter. Until there is one, their clients see “There is no letter to sign yet” and can’t submit their application.`
}
