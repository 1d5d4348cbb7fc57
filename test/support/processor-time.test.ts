import { expect, test } from 'vitest'
import { createCount, type Process } from './processor-time.ts'

const US = 10
const process = (parent: number, usedMs: number, usedByEndedMs = 0): Process => ({
  parent,
  usedMs,
  usedByEndedMs,
})

/** The counts of each reading after the first. */
function countsOf(
  looks: readonly (readonly [all: Record<number, Process>, ours: readonly number[]])[],
): number[] {
  const count = createCount()
  return looks
    .map(([all, ours]) => count(new Map(Object.entries(all).map(([pid, one]) => [Number(pid), one])), ours))
    .slice(1)
}

test.each([
  [
    'what a process uses between two looks',
    [
      [{ [US]: process(1, 500) }, [US]],
      [{ [US]: process(1, 570), 99: process(1, 4000) }, [US]],
    ],
    [70],
  ],
  [
    'a child that began and ended between two looks, by what its parent heard of it',
    [
      [{ [US]: process(1, 500) }, [US]],
      [{ [US]: process(1, 500, 300) }, [US]],
    ],
    [300],
  ],
  [
    'a child that was seen and has ended, once',
    [
      [{ [US]: process(1, 500) }, [US]],
      [{ [US]: process(1, 500), 11: process(US, 200) }, [US, 11]],
      [{ [US]: process(1, 500, 320) }, [US]],
    ],
    [200, 120],
  ],
  [
    'a child whose parent was killed, as long as it is there',
    [
      [{ [US]: process(1, 0), 11: process(US, 100), 12: process(11, 100) }, [US, 11, 12]],
      [{ [US]: process(1, 0, 100), 12: process(1, 150) }, [US]],
      [{ [US]: process(1, 0, 100), 12: process(1, 180) }, [US]],
      [{ [US]: process(1, 0, 100) }, [US]],
    ],
    [50, 30, 0],
  ],
] as const)('counted is %s', (_what, looks, counts) => {
  expect(countsOf(looks)).toEqual(counts)
})
