import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/**
 * Loaded into a process by `--import`: when that ends, the file that MODULES_FILE names holds the address and the
 * format of every module that it loaded, one to a line.
 */
const loaded: string[] = []
registerHooks({
  load(url, context, loadAsUsual) {
    const result = loadAsUsual(url, context)
    loaded.push(`${result.format} ${url}`)
    return result
  },
})
process.once('exit', () => writeFileSync(process.env['MODULES_FILE'] ?? '', loaded.join('\n')))
