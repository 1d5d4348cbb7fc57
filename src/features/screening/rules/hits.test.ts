import { expect, it } from 'vitest'
import { stateWhenFound, type HitState, type KnownHit } from './hits.ts'

const facts = { subjectFingerprint: 's1', entryFingerprint: 'e1' }
const known = (state: HitState, verdict: KnownHit['verdict']): KnownHit => ({ ...facts, state, verdict })

it('stays a match whatever has changed', () => {
  for (const found of [facts, { ...facts, subjectFingerprint: 's2' }, { ...facts, entryFingerprint: 'e2' }])
    expect(stateWhenFound(known('match', 'match'), found)).toBe('match')
})

it.each([
  [null, 'open'],
  [known('open', null), 'open'],
  [known('open', 'no-match'), 'open'],
  [known('waiting', 'match'), 'waiting'],
  [known('no-match', 'no-match'), 'no-match'],
  [known('gone', null), 'open'],
  [known('gone', 'no-match'), 'no-match'],
  [known('gone', 'match'), 'match'],
] as const)('%j, found with the same facts, is %s, and open with others', (hit, state) => {
  expect(stateWhenFound(hit, facts)).toBe(state)
  expect(stateWhenFound(hit, { ...facts, subjectFingerprint: 's2' })).toBe('open')
  expect(stateWhenFound(hit, { ...facts, entryFingerprint: 'e2' })).toBe('open')
})
