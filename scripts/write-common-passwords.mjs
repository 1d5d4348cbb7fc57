/*
 * Writes src/features/sign-in/rules/common-passwords.list.ts from the dictionary of @zxcvbn-ts/language-common: the 10,000
 * commonest passwords, and those further down that are long enough for the policy. Run it after that package changes.
 */
import { writeFileSync } from 'node:fs'
import passwords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }

const COMMONEST = 10_000
/** The policy compares at least half of a password of 12 characters; what is shorter can never be met. */
const SHORTEST = 6
const LONG = 12
const target = new URL('../src/features/sign-in/rules/common-passwords.list.ts', import.meta.url)

const chosen = passwords
  .filter((password, rank) => password.length >= (rank < COMMONEST ? SHORTEST : LONG))
  .toSorted()

/** Each entry as the number of characters it shares with the one before it (0 to 9), and the rest. */
function shorten(password, index) {
  const before = chosen[index - 1] ?? ''
  let shared = 0
  while (shared < 9 && shared < before.length && password[shared] === before[shared]) shared += 1
  return `${shared}${password.slice(shared)}`
}

writeFileSync(
  target,
  `/*
 * Written by scripts/write-common-passwords.mjs from the dictionary of @zxcvbn-ts/language-common (MIT License,
 * copyright 2012-2016 Dan Wheeler and Dropbox, Inc.; 2021 @zxcvbn-ts). Do not edit.
 */
/** ${chosen.length} passwords, sorted; each is the number of characters shared with the one before it, and the rest. */
export const shortenedList = ${JSON.stringify(chosen.map(shorten).join(' '))}
`,
)
