const FORMS =
  /\((?:pty|edms)\)|\b(?:pty|edms|ltd|limited|bpk|beperk|npc|inc|incorporated|stokvel|trustees?|fund)\b|\bestate (?:late|of)\b|\bboedel\b|\S\s+(?:trust|cc|bk)\b/iu

/** Numbers of trusts (IT1234/2019) and companies (2011/118820/07). */
const REGISTRATION = /\bIT\s?\d{1,7}\/\d{2,4}\b|\b(?:19|20)\d{2}\/\d{6}\/\d{2}\b/iu

/** Whether a name or number is that of an organisation: trust, company, close corporation, estate, stokvel or fund. */
export function looksLikeOrganisation(name: string, number = ''): boolean {
  return FORMS.test(name) || REGISTRATION.test(name) || REGISTRATION.test(number)
}
