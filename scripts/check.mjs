import { runChecks } from './checks.mjs'
import { ensure, main } from './ensure.mjs'

await main(async () => {
  const { failed } = await runChecks(await ensure())
  return failed > 0 ? 1 : 0
})
