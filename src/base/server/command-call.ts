import { existsSync } from 'node:fs'
import { productFile } from './product-file.ts'

/** Whether this is an installed release, whose commands are those of `bin/onboarding`; elsewhere npm runs them. */
const IS_RELEASE = existsSync(productFile('release.json'))

/** A command as it is called where this runs: `onboarding NAME …` in a release, `npm run NAME -- …` elsewhere. */
export function commandCall(name: string, args = '', isRelease = IS_RELEASE): string {
  const call = isRelease ? `onboarding ${name}` : `npm run ${name}`
  if (args === '') return call
  return isRelease ? `${call} ${args}` : `${call} -- ${args}`
}
