import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** Loaded with `--import`: on exit, writes the URL and format of every loaded module to MODULES_FILE, one per line. */
const loaded: string[] = []
registerHooks({
  load(url, context, loadAsUsual) {
    const result = loadAsUsual(url, context)
    loaded.push(`${result.format} ${url}`)
    return result
  },
})
process.once('exit', () => writeFileSync(process.env['MODULES_FILE'] ?? '', loaded.join('\n')))
