import v8 from 'node:v8'
import vm from 'node:vm'

/**
 * The product's server. On any message from its parent it collects garbage, and replies with the used heap in bytes.
 */
v8.setFlagsFromString('--expose-gc')
const collect = vm.runInNewContext('gc') as () => void
process.on('message', () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.(heapUsed + external)
})

await import('#app/server/main.ts')
