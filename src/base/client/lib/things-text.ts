const NUMBERS = [
  'no things',
  'one thing',
  'two things',
  'three things',
  'four things',
  'five things',
  'six things',
  'seven things',
  'eight things',
  'nine things',
]

/** "We need three things from you". */
export const thingsText = (count: number) => NUMBERS[count] ?? `${count} things`
