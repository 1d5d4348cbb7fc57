const ALL = 'test/faults/'

/**
 * What `npm test -- --only faults` is told: how often to play (a number, first), then files by a part of their name, then
 * options of the test runner. Where no file is named, all of them are played.
 */
export function readFaults(args) {
  const [first = ''] = args
  const rounds = /^\d+$/u.test(first) ? first : undefined
  const rest = rounds === undefined ? args : args.slice(1)
  const namesFile = rest.length > 0 && !rest[0].startsWith('-')
  return { ...(rounds && { rounds }), rest: namesFile ? rest : [ALL, ...rest] }
}
