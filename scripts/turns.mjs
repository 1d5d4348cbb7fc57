import { holdBack } from './hold-back.mjs'

/** They wait a third of their time, for servers and browsers that start and end: beside each other they use both cores. */
const BESIDE_EACH_OTHER = new Set(['others', 'release', 's3'])

/** Which parts of a run go one after another, and which beside each other. */
export function turnsOf(names) {
  const beside = names.filter((name) => BESIDE_EACH_OTHER.has(name))
  return names.flatMap((name) => {
    if (!BESIDE_EACH_OTHER.has(name)) return [[name]]
    return name === beside[0] ? [beside] : []
  })
}

/** Runs parts beside each other; what each of several writes is written when it has ended, whole. */
export async function besideEachOther(names, run) {
  if (names.length === 1) return [await run(names[0])]
  return Promise.all(
    names.map(async (name) => {
      const { said, ended } = holdBack(() => run(name))
      const result = await ended
      process.stdout.write(`\n── ${name} ──\n${said.join('')}`)
      return result
    }),
  )
}
