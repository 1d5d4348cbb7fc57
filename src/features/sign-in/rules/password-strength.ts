import { repeatedPattern } from './commonness.ts'
import { PASSWORD_MIN_LENGTH, passwordLength } from './password-limits.ts'

interface Encouragement {
  label: string
  isIn: (password: string) => boolean
  /** How many characters of the kind an attacker has to try. */
  choices: number
}

/** Hints of the meter. Only the length is required (decisions, "Password policy"). */
const encouragements = [
  { label: `${PASSWORD_MIN_LENGTH} characters or more`, isIn: isLongEnough, choices: 0 },
  { label: 'Uppercase letters', isIn: (password) => /\p{Lu}/u.test(password), choices: 26 },
  { label: 'Lowercase letters', isIn: (password) => /\p{Ll}/u.test(password), choices: 26 },
  { label: 'Numbers', isIn: (password) => /\p{N}/u.test(password), choices: 10 },
  { label: 'Special characters', isIn: (password) => /[^\p{Lu}\p{Ll}\p{N}]/u.test(password), choices: 33 },
] as const satisfies readonly Encouragement[]

/** Minimum bits of each score for a password of sufficient length. */
const steps = [
  { score: 4, bits: 88 },
  { score: 3, bits: 70 },
  { score: 2, bits: 52 },
] as const

export interface PasswordStrength {
  /** Meter score: 0 if too short, 4 at best; null if empty. */
  score: 0 | 1 | 2 | 3 | 4 | null
  /** The hints, and whether each is met. */
  encouraged: { label: string; met: boolean }[]
}

function isLongEnough(password: string): boolean {
  return passwordLength(password) >= PASSWORD_MIN_LENGTH
}

/** Number of characters that do not continue a sequence: in "aaaa", "abcd" and "4321" the first two. */
function freshCharacters(text: string): number {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  const strides = codes.map((code, index) => code - (codes[index - 1] ?? Infinity))
  return strides.filter((stride, index) => Math.abs(stride) > 1 || stride !== strides[index - 1]).length
}

function bitsOf(password: string): number {
  const choices = encouragements.reduce((sum, kind) => sum + (kind.isIn(password) ? kind.choices : 0), 0)
  return freshCharacters(repeatedPattern(password)) * Math.log2(choices)
}

/**
 * Estimates password strength for a meter that encourages length and variety. It rejects nothing; the password policy
 * does.
 */
export function passwordStrength(password: string): PasswordStrength {
  const encouraged = encouragements.map(({ label, isIn }) => ({ label, met: isIn(password) }))
  if (password === '') return { score: null, encouraged }
  if (!isLongEnough(password)) return { score: 0, encouraged }
  const bits = bitsOf(password)
  return { score: steps.find((step) => bits >= step.bits)?.score ?? 1, encouraged }
}
