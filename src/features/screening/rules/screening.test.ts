import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  listedPeople,
  ordinaryClients,
  randomFrom,
  spellings,
  trigramSimilarity,
  trigramsOf,
} from '#test/support/screening/people.ts'
import { countriesOf, countryOf } from './countries.ts'
import { editDistance } from '#base/rules/input/edit-distance.ts'
import { compareBirths } from './features.ts'
import { factsOfEntry } from './fingerprint.ts'
import { foldName } from './fold-name.ts'
import type { ListEntry, ListSource } from './lists.ts'
import { matchNames } from './match-names.ts'
import { matchOrganisations } from './match-organisations.ts'
import { matchWords } from './match-words.ts'
import { soundOf, soundPairs } from './sounds.ts'
import { isUnreadable } from './subjects.ts'
import { differingLetters } from './differing-letters.ts'
import { scorePair, type ListedPerson, type Person } from './score.ts'

const person = (name: string, born = '', countries: string[] = []): Person => ({
  names: [foldName(name)],
  births: born === '' ? [] : [born],
  countries,
  documents: [],
  sex: null,
})
const listed = (
  entry: Pick<ListEntry, 'names' | 'births' | 'countries'>,
  source: ListSource = 'OFAC',
): ListedPerson => ({
  source,
  kind: 'person',
  names: entry.names.map(({ name, quality }) => ({ folded: foldName(name), quality })),
  births: entry.births,
  countries: countriesOf(entry.countries),
  documents: [],
  sex: null,
})

const baobab = listed({
  names: [
    { name: 'BAOBAB TESTPERSON', quality: 'primary' },
    { name: 'Boabab Testpersoon', quality: 'strong' },
  ],
  births: [{ from: 1970, to: 1970, day: '1970-03-12' }],
  countries: ['Zambia'],
})

describe('names', () => {
  it.each([
    ['Łukasz O’Brien-Smythe', 'lukasz obrien smythe'],
    ['ÅSA\u202E  Bj\u00F8rn', 'asa bjorn'],
    ['Əli Ħasan', 'eli hasan'],
    ['Иван Петров', ''],
    ['Jo\u0000hn\u200B <script>', 'jo hn script'],
  ])('%j folds to %j', (name, folded) => {
    expect(foldName(name)).toBe(folded)
  })

  it.each([
    [['Baobab Testperson'], false],
    [['Łukasz O’Brien-Smythe', 'Kaʻimi'], false],
    [['Иван Петров'], true],
    [['محمد علي', 'Mohammed Ali'], false],
    // The first letter a is Cyrillic.
    [['B\u0430obab Testperson'], true],
    [['B\u0430obab Testperson', 'John Smith'], true],
    [['Ʒan Smith'], true],
    [['Ʒan Smith', 'Zhan Smith'], false],
    [[''], true],
  ])('%j: unreadable %s', (written, unreadable) => {
    expect(isUnreadable({ written })).toBe(unreadable)
  })

  it('a sound is one for different spellings', () => {
    expect(new Set(['mohammed', 'muhamad', 'mohamed', 'mukhammed'].map(soundOf)).size).toBeLessThanOrEqual(2)
    expect(soundOf('qadir')).toBe(soundOf('kader'))
  })

  it.each([
    ['testpersn', 'testperson', 'one-letter'],
    ['boabab', 'baobab', 'one-letter'],
    ['qaddafi', 'kadafi', 'sound'],
    ['j', 'john', 'initial'],
    ['tau', 'tao', undefined],
    ['steyn', 'smit', undefined],
  ])('%s and %s: %s', (mine, theirs, how) => {
    expect(matchWords(mine, theirs)?.how).toBe(how)
  })

  it('a bounded distance is the distance, or beyond the bound', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abc'), maxLength: 8 })
    fc.assert(
      fc.property(word, word, fc.nat(3), (one, other, max) => {
        const exact = editDistance(one, other, 20)
        expect(editDistance(one, other, max)).toBe(Math.min(exact, max + 1))
        expect(editDistance(other, one, max)).toBe(Math.min(exact, max + 1))
      }),
    )
  })

  it('a score is between 0 and 1, and 1 for the same name in any order', () => {
    const name = fc
      .array(fc.string({ unit: fc.constantFrom(...'abdeklmnorstuz'), minLength: 3, maxLength: 9 }), {
        minLength: 2,
        maxLength: 5,
      })
      .filter((parts) => new Set(parts).size === parts.length)
    fc.assert(
      fc.property(name, name, (one, other) => {
        const { score } = matchNames(one.join(' '), other.join(' '))
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
        expect(matchNames(one.join(' '), one.toReversed().join(' ')).score).toBe(1)
      }),
    )
  })

  it('particles in another order are the same name', () => {
    expect(matchNames('del abz', 'abz del').score).toBe(1)
    expect(matchNames('van der merwe', 'merwe van der').score).toBe(1)
  })

  it('one common word says little, and a name of many particles is no match', () => {
    expect(matchNames('ali test', 'ali hassan').score).toBeLessThanOrEqual(0.7)
    expect(matchNames('van der merwe', 'van der linde').score).toBeLessThanOrEqual(0.7)
    expect(matchNames('abd al rahman', 'abdalrahman').score).toBeGreaterThanOrEqual(0.95)
  })
})

describe('other spellings', () => {
  it.each([
    ['saif', 'seyf', 'sound'],
    ['hassan', 'hussein', undefined],
    ['abdelouahed', 'abdulwahid', 'sound'],
    ['oleksandr', 'alexander', 'same-name'],
    ['lee', 'ri', 'same-name'],
    ['al', 'el', 'equal'],
    ['cedric', 'ksenia', undefined],
  ])('%s and %s: %s', (mine, theirs, how) => {
    expect(matchWords(mine, theirs)?.how).toBe(how)
  })

  it('sounds that languages confuse match only where they are asked for', () => {
    expect(matchWords('schelesnjakow', 'zheleznyakov')).toBe(null)
    expect(matchWords('schelesnjakow', 'zheleznyakov', { coarse: true })?.how).toBe('coarse-sound')
  })

  it.each([
    ['hafiz ullah badini', 'hafizullah badini'],
    ['abd al hakim nuri', 'abdalhakim nuri'],
    ['gholam ali rezai', 'gholamali rezai'],
  ])('%s is %s', (mine, theirs) => {
    expect(matchNames(mine, theirs).score).toBeGreaterThanOrEqual(0.9)
    expect(matchNames(theirs, mine).score).toBeGreaterThanOrEqual(0.9)
  })

  it('names with a pair of sounds in common are compared', () => {
    expect(soundPairs('ali van der merwe')).toEqual(['al|mrv'])
    expect(soundPairs('mohammed qadir')).toEqual(soundPairs('kader mohamad'))
  })
})

describe('organisations', () => {
  it.each([
    ['karakoram relief trust', 'the karakorum relief trust pty ltd', 0.9, 1],
    ['transkarpat holding ooo', 'transkarpat holdings', 0.9, 1],
    ['green mantis mining corporation', 'green valley mining pty ltd', 0, 0.79],
    ['karakoram relief trust', 'the relief trust', 0, 0.79],
    ['golden ibex general trading llc', 'golden arrow trading cc', 0, 0.79],
    ['the trust company', 'trust company limited', 0, 0.5],
  ])('%s and %s: %d to %d', (mine, theirs, atLeast, atMost) => {
    const { score } = matchOrganisations(mine, theirs)
    expect(score).toBeGreaterThanOrEqual(atLeast)
    expect(score).toBeLessThanOrEqual(atMost)
  })
})

describe('facts', () => {
  it.each([
    [{ from: 1970, to: 1970, day: '1970-03-12' }, 0.1, 'Born on the same day'],
    [{ from: 1970, to: 1970 }, 0.05, 'Born in the same year'],
    [{ from: 1970, to: 1970, day: '1970-05-12' }, 0, 'Born in the same year on another day'],
    [{ from: 1971, to: 1971 }, 0, 'Born 1 year apart'],
    [{ from: 1975, to: 1975, about: true }, 0, 'Born 5 years apart'],
    [{ from: 1975, to: 1975 }, -0.25, 'Born 5 years apart'],
    [{ from: 1960, to: 1972 }, 0.05, 'Born between 1960 and 1972'],
  ])('%j', (birth, points, text) => {
    expect(compareBirths(['1970-03-12'], [birth])).toEqual({ fact: 'birth', points, text })
  })

  it('the best of several births counts, and none is unknown', () => {
    const births = [
      { from: 1940, to: 1940 },
      { from: 1970, to: 1970, day: '1970-03-12' },
    ]
    expect(compareBirths(['1970-03-12'], births).points).toBe(0.1)
    expect(compareBirths(['1970-03-12'], [])).toMatchObject({ points: 0, text: 'Date of birth unknown' })
    expect(compareBirths(['1972-02-29'], [{ from: 1972, to: 1972, day: '1972-02-29' }]).points).toBe(0.1)
  })

  it.each([
    ['ZM', 'Zambia'],
    ['Iran (Islamic Republic of)', 'Iran'],
    ['Swaziland', 'Eswatini'],
    ['Holland', 'Netherlands'],
    ['CD', 'Democratic Republic of the Congo'],
    ['Atlantis', null],
  ])('%s is %s', (text, country) => {
    expect(countryOf(text)).toBe(country)
  })
})

describe('scores', () => {
  it('the listed person is a strong hit, with its reasons', () => {
    const { score, strength, features } = scorePair(
      person('Baobab Testperson', '1970-03-12', ['Zambia']),
      baobab,
    )
    expect({ score, strength }).toEqual({ score: 1, strength: 'strong' })
    expect(features.map(({ text }) => text)).toEqual(['Name equal', 'Born on the same day', 'Shares Zambia'])
  })

  it.each(['Testperson Baobab', 'Baobab Testpersn', 'Boabab Testpersoon'])('%s is one too', (name) => {
    expect(scorePair(person(name, '1970-03-12', ['Zambia']), baobab).score).toBeGreaterThanOrEqual(0.9)
  })

  it('a birth 20 years apart rules out, but not on the United Nations’ list', () => {
    const younger = person('Baobab Testperson', '1990-03-12', ['Zambia'])
    expect(scorePair(younger, baobab)).toMatchObject({ score: 0.78, strength: 'ruled-out' })
    expect(scorePair(younger, baobab).features[1]?.text).toBe('Born 20 years apart')
    expect(scorePair(younger, { ...baobab, source: 'UN' }).strength).toBe('possible')
  })

  it('another person is no hit, and the same document number is one whatever the name', () => {
    expect(scorePair(person('Ali Test'), baobab).strength).toBe(null)
    const sameDocument = { ...person('Ali Test'), documents: ['hash'] }
    expect(scorePair(sameDocument, { ...baobab, documents: ['hash'] })).toMatchObject({
      score: 1,
      strength: 'strong',
    })
  })

  it('the same day of birth is enough for another spelling of the name, also with day and month exchanged', () => {
    const entry = { births: [{ from: 1974, to: 1974, day: '1974-11-02' }], countries: [] }
    const one = listed({ ...entry, names: [{ name: 'Yuriy Zheleznyakov', quality: 'primary' }] })
    expect(scorePair(person('Jurij Schelesnjakow', '1974-11-02'), one).strength).toBe('possible')
    expect(scorePair(person('Jurij Schelesnjakow', '1974-02-11'), one)).toMatchObject({
      strength: 'possible',
    })
    expect(scorePair(person('Jurij Schelesnjakow', '1974-11-03'), one).strength).toBe(null)
    expect(scorePair(person('Yuriy Zheleznyakov', '1974-02-11'), one).features[1]?.text).toMatch(/exchanged/u)
  })

  it('added names do not hide a name of the United Nations’ list, unless the birth contradicts', () => {
    const un = { ...baobab, source: 'UN' as const }
    const padded = 'Another Baobab Sipho Testperson Mokoena'
    expect(scorePair(person(padded, '', ['South Africa']), un).strength).toBe('possible')
    expect(scorePair(person(padded, '1999-01-01'), un).strength).toBe(null)
    expect(scorePair(person(padded), baobab).strength).toBe(null)
  })

  it('an organisation is compared by its name and numbers, and no fact of people', () => {
    const one = {
      ...listed({
        names: [{ name: 'Acacia Relief Trust', quality: 'primary' }],
        births: [],
        countries: ['Zambia'],
      }),
      kind: 'organisation' as const,
    }
    const { strength, features } = scorePair(
      person('Acacia Relief Trust (Pty) Ltd', '1970-01-01', ['Kenya']),
      one,
    )
    expect([strength, features.map(({ fact }) => fact)]).toEqual(['strong', ['name']])
  })

  it('another sex counts against, and a weak alias for less', () => {
    const weak = listed({ names: [{ name: 'Abu Fynbos', quality: 'weak' }], births: [], countries: [] })
    expect(scorePair(person('Abu Fynbos'), weak).score).toBe(0.85)
    expect(scorePair({ ...person('Abu Fynbos'), sex: 'female' }, { ...weak, sex: 'male' }).score).toBe(0.75)
  })
})

describe('the fingerprint of an entry', () => {
  const entry: ListEntry = {
    uid: '1',
    kind: 'person',
    names: [{ name: 'Baobab Testperson', quality: 'primary' }],
    births: [{ from: 1970, to: 1970 }],
    countries: ['Zambia'],
    documents: ['ZN1234567'],
    programme: 'A',
    remarks: '',
    details: {},
  }
  it('is the same for another remark, and another for another birth', () => {
    expect(factsOfEntry({ ...entry, remarks: 'moved', programme: 'B' })).toBe(factsOfEntry(entry))
    expect(factsOfEntry({ ...entry, births: [{ from: 1971, to: 1971 }] })).not.toBe(factsOfEntry(entry))
  })
})

describe('figures over fictitious people', () => {
  const people = listedPeople(4000).map((entry) => ({ entry, listed: listed(entry) }))

  it.each([
    ['exact', 1],
    ['swapped', 1],
    ['joined', 0.99],
    ['respelt', 0.97],
    ['extra name', 0.97],
    ['one typo', 0.96],
    ['two typos', 0.8],
  ] as const)('finds listed people by a name that is %s: at least %d of all', (spelling, atLeast) => {
    const random = randomFrom(3)
    const sample = people.filter(({ entry }) => entry.births.length > 0).slice(0, 600)
    const found = sample.filter(({ entry, listed: one }) => {
      const [birth] = entry.births
      const born = birth?.day ?? `${birth?.from ?? 0}-06-15`
      const name = spellings[spelling](foldName(entry.names[0]?.name ?? ''), random)
      return scorePair({ ...person(name, born, countriesOf(entry.countries)) }, one).score >= 0.8
    })
    expect(found.length / sample.length).toBeGreaterThanOrEqual(atLeast)
  })

  it('few ordinary clients have a hit', () => {
    const indexed = people.map(({ listed: one }) => ({
      one,
      trigrams: one.names.map(({ folded }) => trigramsOf(folded)),
    }))
    const clients = ordinaryClients(150)
    const hits = clients.map(({ name, born, countries }) => {
      const mine = trigramsOf(foldName(name))
      const candidates = indexed.filter(({ trigrams }) =>
        trigrams.some((other) => trigramSimilarity(mine, other) >= 0.3),
      )
      return candidates.filter(({ one }) => scorePair(person(name, born, countries), one).score >= 0.8).length
    })
    expect(hits.filter((count) => count > 0).length / clients.length).toBeLessThanOrEqual(0.014)
    expect(Math.max(...hits)).toBeLessThanOrEqual(8)
  })
})

describe('differing letters', () => {
  const marked = (word: string, other: string) =>
    differingLetters(word, other)
      .map(({ text, differs }) => (differs ? `[${text}]` : text))
      .join('')

  it.each([
    ['testperson', 'testperson', 'testperson'],
    ['testpersn', 'testperson', 'testpersn'],
    ['testperson', 'testpersn', 'testpers[o]n'],
    ['baobab', 'boabab', 'b[a]obab'],
    ['mohamed', 'muhamad', 'm[o]ham[e]d'],
    ['a', 'xyz', '[a]'],
    ['abc', '', '[abc]'],
  ])('of %s beside %s: %s', (word, other, expected) => {
    expect(marked(word, other)).toBe(expected)
    expect(marked(word, other).replaceAll(/[[\]]/gu, '')).toBe(word)
  })
})
